// SPDX-License-Identifier: MIT
/* The messages between the page and the engine's worker. */
import type { Game, Limits, Line } from '../../../wasm/engine';

export type { Game, Limits, Line };

/** `wanted` holds the id of the search that is wanted, where memory can be shared: another id ends a search. */
export interface Start {
  kind: 'start';
  module: WebAssembly.Module;
  hash: number;
  wanted: SharedArrayBuffer | null;
}

export interface Search {
  kind: 'search';
  id: number;
  game: Game;
  limits: Limits;
}

export type ToWorker = Start | Search;

export type FromWorker =
  | { kind: 'line'; id: number; line: Line }
  | { kind: 'done'; id: number; best: string | null }
  | { kind: 'failed'; id: number; text: string };
