// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'preact/hooks';

/** Whether some time has passed since `started` became true: a list that is still empty then is empty. */
export function useElapsed(ms: number, started: boolean): boolean {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!started) return;
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [ms, started]);
  return elapsed;
}
