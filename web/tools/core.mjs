// SPDX-License-Identifier: MIT
/* Puts modules that pages share into few files, as a plugin of esbuild.
 *
 * esbuild makes a chunk for each set of pages that share a module, which would be dozens, and each costs a request
 * with its headers. Here, every page imports what main.tsx, the home page or the game share with any other page, and
 * every page with a board imports what only those share: the modules then belong to one of two sets. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const MAIN = 'src/main.tsx';
const HOME = 'src/pages/home/page.tsx';
const GAME = 'src/pages/game/page.tsx';
const BOARD = 'src/board/Board.tsx';

/** What a file imports when it is needed. */
function laterImports(file) {
  const paths = readFileSync(file, 'utf8').matchAll(/(?<!typeof )import\('(\.[^']+)'\)/g);
  return [...paths].map(([, path]) => resolve(dirname(file), path)).map(path => (existsSync(`${path}.tsx`) ? `${path}.tsx` : `${path}.ts`));
}

/** The pages and dialogs, and other parts that load when they are opened. */
function laterFiles() {
  const files = readdirSync(resolve(web, 'src'), { recursive: true }).filter(name => /\.tsx?$/.test(name));
  return [...new Set(files.flatMap(name => laterImports(resolve(web, 'src', name))))].map(path => relative(web, path)).sort();
}

/** The modules that a file needs at once, itself included. */
function reach(inputs, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path, kind } of inputs[file]?.imports ?? []) if (kind === 'import-statement') reach(inputs, path, found);
  return found;
}

const isScript = file => /^(src|node_modules|\.\.\/wasm)\/.*\.(m?js|tsx?)$/.test(file);

/** The modules of each group, and the pages that import it. */
async function findGroups(options) {
  const pages = laterFiles();
  const { metafile } = await build({ ...options, entryPoints: [MAIN, ...pages], splitting: true, write: false });
  const needs = new Map([MAIN, ...pages].map(page => [page, reach(metafile.inputs, page)]));
  const pagesOf = file => [...needs.keys()].filter(page => needs.get(page).has(file));
  const shared = [MAIN, HOME, GAME].flatMap(page => [...needs.get(page)].filter(file => isScript(file) && pagesOf(file).length > 1));
  const onlyWithBoard = file => pagesOf(file).every(page => needs.get(page).has(BOARD));
  return {
    core: { files: shared.filter(file => !onlyWithBoard(file)), pages: [MAIN, ...pages] },
    board: { files: shared.filter(onlyWithBoard), pages: pagesOf(BOARD) },
  };
}

export function core(options) {
  return {
    name: 'core',
    async setup(builder) {
      const groups = await findGroups(options);
      builder.onResolve({ filter: /^core:/ }, ({ path }) => ({ path: path.slice('core:'.length), namespace: 'core' }));
      builder.onLoad({ filter: /.*/, namespace: 'core' }, ({ path }) => ({
        contents: groups[path].files.map(file => `import ${JSON.stringify(resolve(web, file))};`).join('\n'),
        resolveDir: web,
        loader: 'js',
      }));
      builder.onLoad({ filter: /\/src\/.*\.tsx?$/ }, ({ path }) => {
        const names = Object.keys(groups).filter(name => groups[name].pages.some(page => resolve(web, page) === path));
        if (!names.length) return undefined;
        return { contents: `${names.map(name => `import 'core:${name}';`).join('')}\n${readFileSync(path, 'utf8')}`, loader: path.endsWith('.tsx') ? 'tsx' : 'ts' };
      });
    },
  };
}
