// SPDX-License-Identifier: MIT
/* Takes pictures of every page and state: node tests/web/screenshots.mjs OUT [NAME...]. Eight sizes, or those of SIZES;
 * light and dark, or those of THEMES, where '-contrast' asks for more contrast: THEMES='light dark-contrast'. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser, sizes } from './support/browser.mjs';
import { fillClub, fillStates, openAs, pageList, quietList, setupPage, show, stateList } from './support/pages.mjs';
import { Server } from './support/server.mjs';

const [out = 'build/screenshots', ...wanted] = process.argv.slice(2);
const words = (text, all) => text?.split(/\s+/).filter(Boolean) ?? all;
const windows = words(process.env.SIZES, Object.keys(sizes));
const themes = words(process.env.THEMES, ['light', 'dark']);

mkdirSync(out, { recursive: true });
const browser = await launchBrowser();
let count = 0;

/** Takes the pictures of the pages as `person` sees them; null: somebody who has never been here. */
async function takeAll(server, person, pages) {
  for (const size of windows)
    for (const theme of themes) {
      const [colorScheme, contrast] = theme.split('-');
      const viewer = await openAs(browser, server, person, size, colorScheme);
      if (contrast) await viewer.page.emulateMedia({ contrast: 'more' });
      for (const page of pages) {
        await show(viewer, page).catch(error => console.error(`${page[0]} ${size} ${theme}: ${String(error).split('\n')[0]}`));
        await viewer.page.screenshot({ path: join(out, `${page[0]}-${size}-${theme}.png`) });
        count++;
      }
      await viewer.context.close();
    }
}

/** The pages of a server that was just started, or is filled first. */
async function visit(fill) {
  const server = await Server.start();
  try {
    const { person, pages } = await fill(server);
    const chosen = pages.filter(([name]) => !wanted.length || wanted.includes(name));
    if (chosen.length) await takeAll(server, person, chosen);
  } finally {
    await server.stop();
  }
}

try {
  await visit(async server => {
    const club = await fillStates(browser, server, await fillClub(browser, server));
    return { person: club.anna, pages: [...pageList(club), ...stateList(club)] };
  });
  await visit(async () => ({ person: null, pages: quietList }));
  await visit(async server => ({ person: null, pages: [setupPage(server)] })); // gone when it is done
} finally {
  await browser.close();
}
console.log(`${count} pictures in ${out}`);
