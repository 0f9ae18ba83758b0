// SPDX-License-Identifier: MIT
/* The one state of the page, and how components read it. */
import { useEffect, useReducer, useRef } from 'preact/hooks';
import { initialState, type State } from './state';

let state: State = initialState;
const listeners = new Set<() => void>();

export const getState = (): State => state;

/** Replaces the state by the result of `change`, and notifies the components. */
export function update(change: (state: State) => State): void {
  const next = change(state);
  if (next === state) return;
  state = next;
  for (const listener of [...listeners]) listener();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What `select` takes from the state. The component renders again when that is another value, so
 * `select` should return parts of the state, not new objects. */
export function useStore<T>(select: (state: State) => T): T {
  const [, render] = useReducer((count: number, _: void) => count + 1, 0);
  const value = select(state);
  const latest = useRef({ select, value });
  latest.current = { select, value };
  useEffect(() => {
    const check = () => {
      if (!Object.is(latest.current.select(state), latest.current.value)) render();
    };
    check();
    return subscribe(check);
  }, []);
  return value;
}
