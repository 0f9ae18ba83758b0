// SPDX-License-Identifier: MIT
/* Undo and redo for any immutable value. */

export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
}

const MAX = 200;

export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [] });

/** A change by the user: what was undone is gone. */
export function edit<T>(history: History<T>, next: T): History<T> {
  if (next === history.present) return history;
  return { past: [...history.past, history.present].slice(-MAX), present: next, future: [] };
}

/** A change that undo does not take back, such as what the engine adds. */
export const amend = <T>(history: History<T>, next: T): History<T> => ({ ...history, present: next });

export function undo<T>({ past, present, future }: History<T>): History<T> {
  const before = past[past.length - 1];
  if (before === undefined) return { past, present, future };
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

export function redo<T>({ past, present, future }: History<T>): History<T> {
  const next = future[0];
  if (next === undefined) return { past, present, future };
  return { past: [...past, present], present: next, future: future.slice(1) };
}
