// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const filesOf = (folder: string, end: RegExp): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesOf(path, end) : end.test(path) ? [path] : [];
  });

/** What writes classes: the client, its board, and the pages without scripts. */
const sources = [
  ...filesOf('web/src', /\.tsx?$/),
  ...filesOf('web/node_modules/@lichess-org/chessground/src', /\.ts$/),
  ...filesOf('src/http', /\.c$/),
  ...filesOf('src/api', /\.c$/),
];

test('every class of the style sheets is used', () => {
  const text = sources.map(path => readFileSync(path, 'utf8')).join('\n');
  const words = new Set(text.match(/[\w-]+/g));
  const starts = [...text.matchAll(/([a-z][\w-]*-)\$\{/g)].map(([, start]) => start!); // `g-${place}`
  const isUsed = (name: string) => words.has(name) || starts.some(start => name.startsWith(start));
  const unused = [...filesOf('web/style', /\.css$/), ...filesOf('web/src/pages', /\.css$/)].flatMap(path => {
    const rules = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|"[^"]*"/g, '');
    const names = new Set([...rules.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!));
    return [...names].filter(name => !isUsed(name)).map(name => `${path}: .${name}`);
  });
  assert.deepEqual(unused, []);
});
