// SPDX-License-Identifier: MIT
/* Writes the files of the web client as a C source with a table (src/assets/assets.h):
 *
 *   node tools/embed.mjs FOLDER OUT.c
 *
 * web/build.mjs has written the folder. Compresses each file with brotli and gzip where that gains, in FOLDER.compressed, which is kept: a file
 * that has not changed is not compressed again. Works with Node 18. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const CONTENT_TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const NAME_MAX = 63; // PATH_PARAM_SIZE of src/http/exchange.h
const NOT_SERVED = ['entry.json', 'openings.tsv'];
const HEAD = `/* SPDX-License-Identifier: MIT */
/* Written by tools/embed.mjs. */
#include "assets/assets.h"

`;

const hash = bytes => createHash('sha256').update(bytes).digest('hex').slice(0, 20);

/** All files of a folder, as paths from its root. */
function listFiles(folder, prefix = '') {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? listFiles(join(folder, entry.name), `${prefix}${entry.name}/`) : `${prefix}${entry.name}`,
  );
}

const compressors = {
  br: bytes =>
    brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: bytes => gzipSync(bytes, { level: 9 }),
};

/** The path and size of the compressed file; undefined if compression gains less than a tenth. */
function compress(bytes, tag, kind, folder) {
  const path = join(folder, `${tag}.${kind}`);
  if (!existsSync(path)) writeFileSync(path, compressors[kind](bytes));
  const size = statSync(path).size;
  return size < bytes.length * 0.9 ? { path, size } : undefined;
}

function describe(folder, compressed, name) {
  const path = join(folder, name);
  const bytes = readFileSync(path);
  const type = CONTENT_TYPES[extname(name)];
  if (!type) throw new Error(`${path}: unknown type; add it to tools/embed.mjs`);
  if (basename(name).length > NAME_MAX) throw new Error(`${path}: the name is longer than ${NAME_MAX} bytes`);
  const tag = hash(bytes);
  return {
    name: `/${name}`,
    type,
    tag,
    immutable: name.startsWith('assets/'),
    files: [compress(bytes, tag, 'br', compressed), compress(bytes, tag, 'gz', compressed), { path, size: bytes.length }],
  };
}

const escapeHtml = text => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const cString = text => JSON.stringify(text).replaceAll('?', '\\?');

function preloadTag({ href, as, type }) {
  if (as === 'script') return `<link rel="modulepreload" href="/${escapeHtml(href)}">\n`;
  const cross = as === 'font' || as === 'fetch' ? ' crossorigin' : '';
  const kind = type ? ` type="${escapeHtml(type)}"` : '';
  return `<link rel="preload" href="/${escapeHtml(href)}" as="${escapeHtml(as)}"${kind}${cross}>\n`;
}

const stylesHtml = entry => entry.styles.map(href => `<link rel="stylesheet" href="/${escapeHtml(href)}">\n`).join('');

const headHtml = entry =>
  entry.head.map(src => `<script src="/${escapeHtml(src)}"></script>\n`).join('') +
  stylesHtml(entry) +
  entry.preload.map(preloadTag).join('') +
  `<script type="module" src="/${escapeHtml(entry.script)}"></script>\n`;

/** Assembler for one file: the bytes follow the symbol. */
const incbin = (symbol, { path }) =>
  `__asm__(".section .rodata\\n.balign 16\\n.globl ${symbol}\\n${symbol}:\\n.incbin \\"${path}\\"\\n.previous\\n");\n` +
  `extern const unsigned char ${symbol}[] __attribute__((visibility("hidden")));\n`;

function tableSource(assets, entry) {
  const symbols = assets.map((asset, row) => asset.files.map((file, coding) => file && `embedded_asset_${row}_${coding}`));
  const data = assets.flatMap((asset, row) => asset.files.map((file, coding) => (file ? incbin(symbols[row][coding], file) : '')));
  const rows = assets.map((asset, row) => {
    const bytes = asset.files.map((file, coding) => (file ? `{${symbols[row][coding]}, ${file.size}}` : '{0, 0}'));
    return `    {${cString(asset.name)}, ${cString(asset.type)}, "${asset.tag}", ${asset.immutable}, {${bytes.join(', ')}}},\n`;
  });
  return (
    `${HEAD}${data.join('')}\nstatic const struct asset rows[] = {\n${rows.join('')}};\n\n` +
    `const struct asset_table embedded_assets = {\n    rows, ${assets.length},\n` +
    `    ${cString(headHtml(entry))},\n    ${cString(stylesHtml(entry))}};\n`
  );
}

/** Deletes compressed files of contents that are gone. */
function tidy(compressed, assets) {
  const tags = new Set(assets.map(asset => asset.tag));
  for (const name of readdirSync(compressed)) if (!tags.has(basename(name, extname(name)))) rmSync(join(compressed, name));
}

function main([source, out]) {
  if (!source || !out) {
    console.error('usage: node tools/embed.mjs FOLDER OUT.c');
    process.exit(2);
  }
  const folder = resolve(source);
  const compressed = `${folder}.compressed`;
  mkdirSync(compressed, { recursive: true });
  const names = listFiles(folder).filter(name => !NOT_SERVED.includes(name));
  const assets = names.map(name => describe(folder, compressed, name));
  assets.sort((a, b) => (a.name < b.name ? -1 : 1));
  tidy(compressed, assets);
  const entry = JSON.parse(readFileSync(join(folder, 'entry.json'), 'utf8'));
  writeFileSync(out, tableSource(assets, { head: [], styles: [], preload: [], ...entry }));
}

main(process.argv.slice(2));
