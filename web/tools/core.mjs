// SPDX-License-Identifier: MIT
/* Keeps what every page loads in one file, as a plugin of esbuild.
 *
 * esbuild makes a chunk for each set of pages that share a module, which would be dozens. With this plugin,
 * every page that is loaded later imports all that main.tsx imports, which is there already: those modules
 * then belong to the same set. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const src = resolve(dirname(fileURLToPath(import.meta.url)), '../src');

/** The modules that a file imports with a path, except for style sheets and types. */
function importsOf(file) {
  const lines = readFileSync(resolve(src, file), 'utf8').matchAll(/^import (?!type\b).*?from '(\.\/[^']+)';$/gm);
  return [...lines].map(([, path]) => path).filter(path => path !== './routes');
}

/** The pages and dialogs of the table: they load when they are opened. */
const laterFiles = () => [...readFileSync(resolve(src, 'routes.ts'), 'utf8').matchAll(/import\('(\.\/pages\/[^']+)'\)/g)].map(([, path]) => resolve(src, `${path}.tsx`));

export const core = {
  name: 'core',
  setup(builder) {
    const later = new Set(laterFiles());
    builder.onResolve({ filter: /^core:all$/ }, () => ({ path: 'all', namespace: 'core' }));
    builder.onLoad({ filter: /.*/, namespace: 'core' }, () => ({
      contents: importsOf('main.tsx')
        .map(path => `import ${JSON.stringify(path)};`)
        .join('\n'),
      resolveDir: src,
      loader: 'js',
    }));
    builder.onLoad({ filter: /\/src\/pages\/.*\.tsx$/ }, ({ path }) =>
      later.has(path) ? { contents: `import 'core:all';\n${readFileSync(path, 'utf8')}`, loader: 'tsx' } : undefined,
    );
  },
};
