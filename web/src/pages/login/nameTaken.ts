// SPDX-License-Identifier: MIT
/* Whether a name is taken, and free ones like it. */
import { useEffect, useState } from 'preact/hooks';
import { checkName, suggestNames, type NameLimits } from '../../base/names';

const TYPING_PAUSE = 400;

/** Which of the names have an account. */
async function findTaken(names: string[]): Promise<Set<string>> {
  const response = await fetch('/api/users', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: names.join(',') });
  const users = response.ok ? ((await response.json()) as { id: string }[]) : [];
  return new Set(users.map(user => user.id));
}

/** Free names if this one is taken; null if it is free or not known yet. */
export function useNameTaken(name: string, limits: NameLimits): string[] | null {
  const [answer, setAnswer] = useState<{ name: string; free: string[] } | null>(null);
  useEffect(() => {
    if (checkName(name, limits)) return;
    let outdated = false;
    const timer = setTimeout(async () => {
      const others = suggestNames(name, Date.now(), limits);
      const taken = await findTaken([name, ...others]).catch(() => new Set<string>());
      if (outdated) return;
      setAnswer(taken.has(name.toLowerCase()) ? { name, free: others.filter(other => !taken.has(other.toLowerCase())) } : null);
    }, TYPING_PAUSE);
    return () => {
      outdated = true;
      clearTimeout(timer);
    };
  }, [name]);
  return answer?.name === name ? answer.free : null;
}
