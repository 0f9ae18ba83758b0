// SPDX-License-Identifier: MIT
/* Bundles the web client:  node web/build.mjs OUT
 *
 * Writes OUT/assets/NAME-HASH.ext, which may be cached for ever, the files that need a fixed name at
 * the root (sw.js, manifest.webmanifest, favicon.svg), OUT/entry.json, which names the files that
 * every page loads, and OUT/openings.tsv, the names of openings for the program itself. Needs build/rookery.wasm; works with Node 18. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { core } from './tools/core.mjs';
import { fonts } from './tools/fonts.mjs';
import { openingPositions, openings } from './tools/openings.mjs';
import { styles } from './tools/styles.mjs';

const web = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
if (!out) {
  console.error('usage: node web/build.mjs OUT');
  process.exit(2);
}
const outFolder = resolve(out);
const wasmFolder = resolve(web, '../build');

/** `wasm:rookery` is the address of build/rookery.wasm. */
const wasmModules = {
  name: 'wasm modules',
  setup(builder) {
    builder.onResolve({ filter: /^wasm:/ }, ({ path }) => {
      const file = join(wasmFolder, `${path.slice('wasm:'.length)}.wasm`);
      return existsSync(file) ? { path: file } : { errors: [{ text: `${file} is missing: run make wasm` }] };
    });
  },
};

/** Chessground styles its drawings with an attribute, which the content security policy forbids; board.css
 * has the same rule. */
const boardWithoutInlineStyle = {
  name: 'board without inline style',
  setup(builder) {
    builder.onLoad({ filter: /chessground\/dist\/wrap\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace("style: 'color-scheme:light only',", ''),
    }));
  },
};

const options = {
  absWorkingDir: web,
  bundle: true,
  format: 'esm',
  target: ['es2022', 'chrome109', 'firefox115', 'safari16.4'],
  minify: true,
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'warning',
  metafile: true,
  outdir: join(outFolder, 'assets'),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  publicPath: '/assets',
  loader: { '.wasm': 'file', '.woff2': 'file', '.svg': 'file', '.png': 'file' },
};
options.plugins = [wasmModules, boardWithoutInlineStyle, fonts, openings, styles(options)];

/** Builds entry points; returns the output name of each source, relative to OUT. */
async function bundle(entryPoints, extra = {}) {
  const { metafile } = await build({ ...options, entryPoints, ...extra });
  const outputs = new Map();
  for (const [path, { entryPoint, cssBundle, imports }] of Object.entries(metafile.outputs)) {
    const name = file => relative(outFolder, resolve(web, file)).replaceAll('\\', '/');
    if (entryPoint) outputs.set(entryPoint, name(path));
    if (cssBundle) outputs.set(`${entryPoint}.css`, name(cssBundle));
    // The chunks that it needs at once.
    if (entryPoint) outputs.set(`${entryPoint} needs`, imports.filter(({ kind }) => kind === 'import-statement').map(chunk => name(chunk.path)));
  }
  return outputs;
}

const findAsset = start => {
  const name = readdirSync(join(outFolder, 'assets')).find(file => file.startsWith(start));
  if (!name) throw new Error(`no asset starts with ${start}`);
  return `assets/${name}`;
};

/** The browser finds them in the page, and need not read the scripts first. */
const scriptPreload = href => ({ href, as: 'script' });
const wasmPreload = start => ({ href: findAsset(start), as: 'fetch', type: 'application/wasm' });
const fontPreload = start => ({ href: findAsset(start), as: 'font', type: 'font/woff2' });

/** The service worker keeps these: what the pages need that work without a connection. */
const offlineFiles = () => readdirSync(join(outFolder, 'assets')).map(name => `/assets/${name}`);

async function main() {
  rmSync(outFolder, { recursive: true, force: true });
  mkdirSync(join(outFolder, 'assets'), { recursive: true });
  // The engine's worker and the theme script are files of their own; the pages name the worker by its hash.
  const workers = await bundle(['src/engine/worker.ts'].filter(file => existsSync(join(web, file))));
  const define = { ENGINE_WORKER: JSON.stringify(`/${workers.get('src/engine/worker.ts') ?? ''}`) };
  const theme = await bundle(['src/theme.ts'], { format: 'iife' });
  const appOptions = { ...options, define };
  const app = await bundle(['src/main.tsx'], { splitting: true, define, plugins: [...options.plugins, core(appOptions)] });
  const entry = {
    head: [theme.get('src/theme.ts')],
    script: app.get('src/main.tsx'),
    styles: [app.get('src/main.tsx.css')].filter(Boolean),
    preload: [
      fontPreload('sans-common'),
      fontPreload('slab-common'),
      wasmPreload('rookery-'),
      ...app.get('src/main.tsx needs').map(scriptPreload),
    ],
  };
  writeFileSync(join(outFolder, 'entry.json'), JSON.stringify(entry, null, 2));
  writeFileSync(join(outFolder, 'openings.tsv'), openingPositions());
  if (existsSync(join(web, 'public'))) cpSync(join(web, 'public'), outFolder, { recursive: true });
  await writeServiceWorker();
}

async function writeServiceWorker() {
  const source = join(web, 'src/offline/sw.ts');
  if (!existsSync(source)) return;
  const files = offlineFiles();
  const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);
  const define = { OFFLINE_FILES: JSON.stringify(files), OFFLINE_VERSION: JSON.stringify(version) };
  await build({ ...options, entryPoints: [source], entryNames: 'sw', outdir: outFolder, format: 'iife', define });
}

await main();
