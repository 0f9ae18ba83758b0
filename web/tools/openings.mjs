// SPDX-License-Identifier: MIT
/* `openings:standard` is the address of a list of opening names, as a plugin of esbuild. A line is the key
 * of a position, its code and its name; see src/chess/openings.ts. */
import { createRequire } from 'node:module';

/** Same as positionKey() in src/chess/openings.ts. */
function positionKey(fen) {
  let hash = 0x811c9dc5;
  for (const letter of fen.split(' ', 3).join(' ')) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0).toString(36);
}

/** Similar names are together, so that the list compresses well. */
export function openingList() {
  const { eco } = createRequire(import.meta.url)('chess-openings/dist/chess/openings/eco.js');
  // Two entries may differ in the en passant square alone, which is not a part of the key.
  const byKey = new Map(Object.entries(eco).map(([fen, entry]) => [positionKey(fen), { key: positionKey(fen), ...entry }]));
  const rows = [...byKey.values()];
  rows.sort((a, b) => (a.eco + a.name < b.eco + b.name ? -1 : 1));
  return rows.map(({ key, eco: code, name }) => `${key} ${code} ${name}\n`).join('');
}

export const openings = {
  name: 'openings',
  setup(builder) {
    builder.onResolve({ filter: /^openings:/ }, () => ({ path: 'openings.txt', namespace: 'openings' }));
    builder.onLoad({ filter: /.*/, namespace: 'openings' }, () => ({ contents: openingList(), loader: 'file' }));
  },
};
