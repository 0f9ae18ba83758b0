// SPDX-License-Identifier: MIT
/* The names of openings, of the package chess-openings, in two forms:
 *
 * - For the pages: `openings:standard` is the address of a list, as a plugin of esbuild. A line is the key
 *   of a position, its code and its name; see src/chess/openings.ts.
 * - For the program: node web/tools/openings.mjs >LIST. A line is the EPD of a position, its code and its
 *   name, separated by tabs; ../../tools/openings.c makes a table of it. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { positionKey } from '../src/chess/positionKey.mjs';

/** Sorted by code and name: similar names are together, so that the list compresses well. */
function namedPositions() {
  const { eco } = createRequire(import.meta.url)('chess-openings/dist/chess/openings/eco.js');
  // Two entries may differ in the en passant square alone, which is not a part of the key.
  const byKey = new Map(Object.entries(eco).map(([epd, entry]) => [positionKey(epd), { key: positionKey(epd), epd, ...entry }]));
  const rows = [...byKey.values()];
  rows.sort((a, b) => (a.eco + a.name < b.eco + b.name ? -1 : 1));
  return rows;
}

/** The list of the pages. */
export const openingList = () =>
  namedPositions()
    .map(({ key, eco, name }) => `${key} ${eco} ${name}\n`)
    .join('');

/** The list of the program. */
export const openingPositions = () =>
  namedPositions()
    .map(({ epd, eco, name }) => `${epd}\t${eco}\t${name}\n`)
    .join('');

export const openings = {
  name: 'openings',
  setup(builder) {
    builder.onResolve({ filter: /^openings:/ }, () => ({ path: 'openings.txt', namespace: 'openings' }));
    builder.onLoad({ filter: /.*/, namespace: 'openings' }, () => ({ contents: openingList(), loader: 'file' }));
  },
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(openingPositions());
