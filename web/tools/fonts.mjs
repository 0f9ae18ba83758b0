// SPDX-License-Identifier: MIT
/* The fonts in two parts, as a plugin of esbuild: url("font:sans-common.woff2") has the letters that the texts of the pages
 * need, url("font:sans-rest.woff2") the other letters of Western Europe. `@import "font:faces"` has the rules for both, so that
 * a browser loads the rest only for a page that needs it: a name or a message in French, say. */
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);

const FONTS = {
  sans: { family: 'Source Sans 3 Variable', weight: '200 900', file: '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2' },
  slab: { family: 'Besley', weight: '700', file: '@fontsource/besley/files/besley-latin-700-normal.woff2' },
};

/** What style sheets use: kerning, and figures of equal width and height. */
const FEATURES = ['kern', 'lnum', 'tnum'];

const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const codesOf = text => Array.from(text, letter => letter.codePointAt(0));
/** ASCII, the space that does not break, and what people write in our languages. */
const WRITTEN = [...range(0x20, 0x7e), 0xa0, ...codesOf('ÄÖÜäöüßÁÉÍÓÚÜÑáéíóúüñ')];
const LATIN = [...range(0xa0, 0xff), ...codesOf('ıŒœŠšŸŽžˆ˜–—‘’‚“”„†‡•…‰‹›€™−')];

/** The code points of all sources, and with them of the texts in all languages. */
async function textLetters() {
  const folder = join(web, 'src');
  const files = (await readdir(folder, { recursive: true })).filter(name => /\.tsx?$/.test(name));
  const texts = await Promise.all(files.map(name => readFile(join(folder, name), 'utf8')));
  return new Set([...WRITTEN, ...codesOf(texts.join('')).filter(code => code > 0x7e)]);
}

/** The code points of both parts, sorted. */
async function parts() {
  const common = await textLetters();
  const rest = LATIN.filter(code => !common.has(code));
  return { common: [...common].sort((a, b) => a - b), rest: rest.sort((a, b) => a - b) };
}

/** 'U+20-7e,U+a0' */
function unicodeRange(codes) {
  const runs = [];
  for (const code of codes) {
    if (runs.at(-1)?.[1] === code - 1) runs.at(-1)[1] = code;
    else runs.push([code, code]);
  }
  return runs.map(([first, last]) => `U+${first.toString(16)}${last > first ? `-${last.toString(16)}` : ''}`).join(',');
}

const faceRule = (name, part, codes) => `@font-face {
  font-family: "${FONTS[name].family}";
  src: url("font:${name}-${part}.woff2") format("woff2");
  font-weight: ${FONTS[name].weight};
  font-display: swap;
  unicode-range: ${unicodeRange(codes)};
}
`;

async function faceRules() {
  const codes = await parts();
  return Object.keys(FONTS).flatMap(name => Object.keys(codes).map(part => faceRule(name, part, codes[part]))).join('');
}

async function subset(name, part) {
  const codes = (await parts())[part];
  return subsetFont(await readFile(require.resolve(FONTS[name].file)), String.fromCodePoint(...codes), { targetFormat: 'woff2', keepFeatures: FEATURES, noHinting: true });
}

export const fonts = {
  name: 'fonts',
  setup(builder) {
    builder.onResolve({ filter: /^font:/ }, ({ path }) => ({ path: path.slice('font:'.length), namespace: 'font' }));
    builder.onLoad({ filter: /^faces$/, namespace: 'font' }, async () => ({ contents: await faceRules(), loader: 'css' }));
    builder.onLoad({ filter: /\.woff2$/, namespace: 'font' }, async ({ path }) => ({ contents: await subset(...path.split(/[-.]/)), loader: 'file' }));
  },
};
