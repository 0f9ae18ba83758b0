// SPDX-License-Identifier: MIT
/* Style sheets that are not plain imports, as a plugin of esbuild:
 *
 *   import 'pieces:cburnett'                      the pieces of a set, as a part of the main style sheet
 *   import address from 'style-file:pieces:plain' the address of a file of its own
 *   import './page.css'                           in a page: such a file; the page is ready when the browser has read it
 *
 * The dark theme of style/tokens.css is written once; this repeats it for the theme "auto". */
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { SETS, styleOf } from '../pieces/sets.mjs';

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const isPage = file => /\/src\/pages\/.*\.tsx?$/.test(file);

/** The text of a style sheet: of a piece set, or of a file with what it imports. */
async function readStyle(name, options) {
  const set = /^pieces:(.*)/.exec(name)?.[1];
  if (set) return styleOf(set);
  const { outputFiles } = await build({ ...options, entryPoints: [name], plugins: [], write: false, metafile: false });
  return outputFiles.find(file => file.path.endsWith('.css')).text;
}

/** The rules of the dark theme, each followed by its copy for "auto": the dark theme where the system is dark.
 * A browser without scripts needs it, so it cannot be left to them. */
export const repeatDarkRules = css =>
  css.replace(/^\[data-theme="dark"\]([^{]*)\{([^}]*)\}/gm, '$&\n@media (prefers-color-scheme: dark) {\n[data-theme="auto"]$1{$2}\n}');

const fileName = name => (name.startsWith('pieces:') ? `pieces-${name.slice('pieces:'.length)}.css` : `${basename(dirname(name))}.css`);

export function styles(options) {
  return {
    name: 'styles',
    setup(builder) {
      builder.onResolve({ filter: /^pieces:/ }, ({ path }) => {
        const set = path.slice('pieces:'.length);
        return SETS.includes(set) ? { path, namespace: 'pieces' } : { errors: [{ text: `there is no piece set ${set}` }] };
      });
      builder.onLoad({ filter: /.*/, namespace: 'pieces' }, ({ path }) => ({ contents: styleOf(path.slice('pieces:'.length)), loader: 'css' }));

      builder.onLoad({ filter: /\/style\/tokens\.css$/ }, async ({ path }) => ({ contents: repeatDarkRules(await readFile(path, 'utf8')), loader: 'css' }));

      builder.onResolve({ filter: /\.css$/ }, ({ path, importer, resolveDir }) =>
        isPage(importer) ? { path: resolve(resolveDir, path), namespace: 'style' } : undefined,
      );
      builder.onLoad({ filter: /.*/, namespace: 'style' }, ({ path }) => ({
        contents: `import address from ${JSON.stringify(`style-file:${path}`)};
          import { addStyle } from './src/app/style.ts';
          await addStyle(address);`,
        resolveDir: web,
        loader: 'js',
      }));

      builder.onResolve({ filter: /^style-file:/ }, ({ path }) => {
        const name = path.slice('style-file:'.length);
        return { path: fileName(name), namespace: 'style-file', pluginData: name };
      });
      builder.onLoad({ filter: /.*/, namespace: 'style-file' }, async ({ pluginData, path }) => {
        const { code } = await builder.esbuild.transform(await readStyle(pluginData, options), { loader: 'css', minify: true, sourcefile: path });
        return { contents: code, loader: 'file' };
      });
    },
  };
}
