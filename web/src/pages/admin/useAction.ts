// SPDX-License-Identifier: MIT
/* Something that staff do: under way, failed, or done. */
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { toast } from '../../app/toast';
import { t } from '../../i18n';

export interface Action {
  busy: boolean;
  problem: string;
  /** Runs it; `then` is called if it worked. */
  run<T>(work: Promise<T>, then?: (answer: T) => void): void;
}

export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const run = <T,>(work: Promise<T>, then?: (answer: T) => void) => {
    setBusy(true);
    setProblem('');
    work.then(
      answer => {
        setBusy(false);
        toast(t('admin.done'), 'good');
        then?.(answer);
      },
      (error: unknown) => {
        setBusy(false);
        setProblem(errorText(error));
      },
    );
  };
  return { busy, problem, run };
}
