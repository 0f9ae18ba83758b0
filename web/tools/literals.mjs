// SPDX-License-Identifier: MIT
/* Finds visible text in the components that is not in the catalogue: words between tags, and attributes
 * that people see or hear. esbuild turns the tags into calls, ELEMENT("p", { title: "..." }, "text"), and a
 * small scanner looks at the strings in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const VISIBLE = /(?:^|[\s{,"])(?:label|title|alt|placeholder|aria-label|aria-description|aria-roledescription|help|text|hint|heading)"?:\s*$/;

/** Names and notation, which are the same in every language. */
const SAME = /^(Rookery|FEN|PGN|UCI|API|TV|BOT|Ctrl|Esc|https?:\/\/.*)$/;

const isWord = text => /\p{L}{2,}/u.test(text) && !SAME.test(text.trim());

const TOKEN = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|ELEMENT\(|[()[\]{},]/g;

/** The strings of the code that are a whole child or a visible attribute of an element. */
function visibleStrings(code) {
  const found = [];
  const stack = []; // of open brackets: what they are, and the argument that has begun
  for (const match of code.matchAll(TOKEN)) {
    const [token] = match;
    const top = stack[stack.length - 1];
    if (token === 'ELEMENT(') stack.push({ element: true, argument: 0, tag: '' });
    else if ('([{'.includes(token)) stack.push({ element: false, argument: 0 });
    else if (')]}'.includes(token)) stack.pop();
    else if (token === ',') {
      if (top) top.argument++;
    } else if (token.startsWith('"')) {
      const text = token.slice(1, -1);
      const before = code.slice(0, match.index);
      const whole = /,\s*$/.test(before) && /^\s*[,)]/.test(code.slice(match.index + token.length));
      const parent = stack[stack.length - 2];
      if (top?.element && top.argument === 0) top.tag = text;
      else if (top?.element && top.argument > 1 && whole && !['code', 'pre', 'kbd'].includes(top.tag)) found.push(text);
      else if (parent?.element && parent.argument === 1 && VISIBLE.test(before.slice(-40))) found.push(text);
    }
  }
  return found.filter(isWord);
}

let wrong = 0;
for (const name of readdirSync(join(root, 'src'), { recursive: true })) {
  if (!name.endsWith('.tsx')) continue;
  const { code } = transformSync(readFileSync(join(root, 'src', name), 'utf8'), {
    loader: 'tsx',
    jsx: 'transform',
    jsxFactory: 'ELEMENT',
    jsxFragment: 'FRAGMENT',
    charset: 'utf8',
  });
  for (const text of visibleStrings(code)) {
    console.error(`web/src/${name}: not in the catalogue: ${text}`);
    wrong++;
  }
}
if (wrong) process.exit(1);
