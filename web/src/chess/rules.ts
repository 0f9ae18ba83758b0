// SPDX-License-Identifier: MIT
/* The rules of chess: the same C code as the server's. loadRules() must have finished before the others
 * are called; the app does that before it shows the first page. */
import address from 'wasm:rookery';
import { load, type Position, type Rookery } from '../../../wasm/rookery';

export { RookeryError, type Move, type Outcome, type Position } from '../../../wasm/rookery';

let loaded: Rookery | null = null;

export async function loadRules(): Promise<void> {
  loaded ??= await load(fetch(address));
}

/** Unit tests pass the bytes of the module. */
export function setRules(rules: Rookery): void {
  loaded = rules;
}

export function rules(): Rookery {
  if (!loaded) throw new Error('the rules are not loaded yet');
  return loaded;
}

/** The server calls a standard game from another position 'fromPosition'. */
const variantOf = (variant: string): string => (variant === 'fromPosition' ? 'standard' : variant);

export const startPosition = (variant: string, fen: string): Position =>
  rules().position(fen, variantOf(variant), { forgiveCastling: true });
