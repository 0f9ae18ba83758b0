// SPDX-License-Identifier: MIT
/* Runs the unit tests: node test/run.mjs [NAME...]. Bundles test/*.test.ts for Node, runs them with
 * node:test, and ends with `N passed, N failed`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { openingList } from '../tools/openings.mjs';

const folder = dirname(fileURLToPath(import.meta.url));
const out = resolve(folder, '../../build/web-test');
const wanted = process.argv.slice(2);

/** In Node, `wasm:rookery` is the path of build/rookery.wasm, `openings:standard` the list itself, and style
 * sheets are nothing. */
const assets = {
  name: 'assets',
  setup(builder) {
    builder.onResolve({ filter: /^wasm:/ }, ({ path }) => ({ path, namespace: 'wasm' }));
    builder.onLoad({ filter: /.*/, namespace: 'wasm' }, ({ path }) => ({
      contents: `export default ${JSON.stringify(resolve(folder, `../../build/${path.slice('wasm:'.length)}.wasm`))};`,
    }));
    builder.onResolve({ filter: /^openings:/ }, ({ path }) => ({ path, namespace: 'openings' }));
    builder.onLoad({ filter: /.*/, namespace: 'openings' }, () => ({ contents: `export default ${JSON.stringify(openingList())};` }));
    builder.onLoad({ filter: /\.css$/ }, () => ({ contents: '', loader: 'js' }));
  },
};

const names = readdirSync(folder)
  .filter(name => /\.test\.tsx?$/.test(name))
  .filter(name => !wanted.length || wanted.some(text => name.startsWith(text)));

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
  entryPoints: names.map(name => join(folder, name)),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node18',
  outdir: out,
  outExtension: { '.js': '.mjs' },
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define: { ENGINE_WORKER: '""' },
  logLevel: 'warning',
  plugins: [assets],
});

const files = names.map(name => join(out, name.replace(/\.tsx?$/, '.mjs')));
const { stdout, stderr, status } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', ...files], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
  cwd: resolve(folder, '../..'),
});
const count = word => Number(new RegExp(`^# ${word} (\\d+)`, 'm').exec(stdout)?.[1] ?? 0);
if (status !== 0) process.stdout.write(stdout + stderr);
console.log(`${count('pass')} passed, ${count('fail') || (status === 0 ? 0 : 1)} failed`);
process.exitCode = status === 0 ? 0 : 1;
