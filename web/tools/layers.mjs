// SPDX-License-Identifier: MIT
/* Checks that each folder of src imports only what layers.txt allows. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(web, 'src');

/** Reads layers.txt: the folders that each folder may import. */
function readRows() {
  const rows = new Map();
  for (const line of readFileSync(join(web, 'layers.txt'), 'utf8').split('\n')) {
    if (line.startsWith('#') || !line.trim()) continue;
    const [name, allowed] = line.split(':');
    const names = allowed.trim().split(/\s+/).filter(Boolean);
    const unknown = names.filter(other => !rows.has(other));
    if (unknown.length) throw new Error(`layers.txt: ${name} names ${unknown}, which is not above it`);
    rows.set(name.trim(), names);
  }
  return rows;
}

/** The folder of a file: 'ui', 'pages/home'; 'main' for the files in src itself. */
function folderOf(file) {
  const parts = relative(src, file).split('/');
  if (parts.length === 1) return existsSync(join(src, parts[0])) && !parts[0].includes('.') ? parts[0] : 'main';
  return parts[0] === 'pages' ? `pages/${parts[1]}` : parts[0];
}

const rowOf = folder => (folder.startsWith('pages/') ? 'pages/*' : folder);

function* sourceFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(path);
    else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

function* importsOf(file) {
  const text = readFileSync(file, 'utf8');
  for (const [, path] of text.matchAll(/(?:from|import)\s*\(?\s*['"`](\.[^'"`$]*)/g)) yield resolve(dirname(file), path);
}

const rows = readRows();
let faults = 0;
for (const file of sourceFiles(src)) {
  const folder = folderOf(file);
  const allowed = rows.get(rowOf(folder));
  for (const target of importsOf(file)) {
    const other = target.startsWith(src + '/') ? folderOf(target) : folder;
    const fine = other === folder || folder === 'main' || (allowed?.includes(rowOf(other)) && !other.startsWith('pages/'));
    if (fine) continue;
    console.error(`${relative(web, file)}: ${folder} may not import ${relative(src, target)} (layers.txt)`);
    faults++;
  }
}
process.exit(faults ? 1 : 0);
