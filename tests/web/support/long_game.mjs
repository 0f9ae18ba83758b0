// SPDX-License-Identifier: MIT
/* A long game without an end: random legal moves, the same each time. */
import { readFileSync } from 'node:fs';

const UCI_SIZE = 8;

/** `plies` moves as UCI, and a legal move after them. */
export async function longGame(plies) {
  const { instance } = await WebAssembly.instantiate(readFileSync(new URL('../../../build/rookery.wasm', import.meta.url)));
  const wasm = instance.exports;
  const memory = new Uint8Array(wasm.memory.buffer);
  wasm.init();
  wasm.position_start(0);
  let seed = 1;
  const random = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const moves = [];
  while (moves.length <= plies) {
    const list = new Uint16Array(memory.buffer, wasm.moves_at(), wasm.moves_list());
    const move = list[Math.floor(random() * list.length)];
    const size = wasm.uci_write(move);
    moves.push(Buffer.from(memory.subarray(wasm.text_at(), wasm.text_at() + Math.min(size, UCI_SIZE))).toString());
    wasm.position_play(move);
    if (wasm.position_outcome() & 255) throw new Error(`the game ends after ${moves.length} moves`);
  }
  return { moves: moves.slice(0, plies), next: moves[plies] };
}
