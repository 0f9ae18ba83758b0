// SPDX-License-Identifier: MIT
/* What the unit tests share. */
import { readFileSync } from 'node:fs';
import address from 'wasm:rookery';
import { load } from '../../wasm/rookery';
import { setRules } from '../src/chess/rules';

/** Loads the rules from build/rookery.wasm. */
export async function useRules(): Promise<void> {
  setRules(await load(readFileSync(address)));
}

/** Numbers that look random and are the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
