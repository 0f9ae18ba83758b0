// SPDX-License-Identifier: MIT
/* Takes pictures of every page: node tests/web/screenshots.mjs OUT [NAME...]. Five sizes, light and dark. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser, sizes } from './support/browser.mjs';
import { fillClub, openAs, pageList, show } from './support/pages.mjs';
import { Server } from './support/server.mjs';

const [out = 'build/screenshots', ...wanted] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const server = await Server.start();
const browser = await launchBrowser();
let count = 0;
try {
  const club = await fillClub(browser, server);
  const pages = pageList(club).filter(([name]) => !wanted.length || wanted.includes(name));
  for (const size of Object.keys(sizes))
    for (const theme of ['light', 'dark']) {
      const viewer = await openAs(browser, server, club.anna, size, theme);
      for (const page of pages) {
        try {
          await show(viewer, page);
        } catch (error) {
          console.error(`${page[0]} ${size} ${theme}: ${String(error).split('\n')[0]}`);
        }
        await viewer.page.screenshot({ path: join(out, `${page[0]}-${size}-${theme}.png`) });
        count++;
      }
      await viewer.context.close();
    }
} finally {
  await browser.close();
  await server.stop();
}
console.log(`${count} pictures in ${out}`);
