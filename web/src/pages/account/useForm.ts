// SPDX-License-Identifier: MIT
/* A form that is sent to the server: its fields, their errors, and whether it is being sent. */
import { useState } from 'preact/hooks';
import { errorText, fieldTexts } from '../../app/errors';

export interface Form<V> {
  values: V;
  errors: Record<string, string>;
  /** What is wrong with the whole. */
  failure: string | null;
  busy: boolean;
  done: boolean;
  set(name: keyof V): (value: string) => void;
  onSubmit(event: Event): void;
}

/** `send` rejects if the server refuses the values. */
export function useForm<V extends Record<string, string>>(initial: V, send: (values: V) => Promise<unknown>): Form<V> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [phase, setPhase] = useState<'' | 'busy' | 'done'>('');
  const set = (name: keyof V) => (value: string) => {
    setValues(before => ({ ...before, [name]: value }));
    setErrors(({ [name as string]: _, ...rest }) => rest);
    setPhase('');
  };
  const submit = async () => {
    setPhase('busy');
    setErrors({});
    setFailure(null);
    try {
      await send(values);
      setValues(initial);
      setPhase('done');
    } catch (error) {
      const fields = fieldTexts(error);
      const known = Object.keys(fields).some(name => name in initial);
      setErrors(known ? fields : {});
      setFailure(known ? null : errorText(error));
      setPhase('');
    }
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void submit();
  };
  return { values, errors, failure, busy: phase === 'busy', done: phase === 'done', set, onSubmit };
}
