// SPDX-License-Identifier: MIT
/* axe-core finds no violation on any page, on a desk and on a phone, in either theme. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launchBrowser } from './support/browser.mjs';
import { fillClub, openAs, pageList, show } from './support/pages.mjs';
import { Server } from './support/server.mjs';

const axe = readFileSync(new URL('../../web/node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let server, browser, club;
before(async () => {
  server = await Server.start();
  browser = await launchBrowser();
  club = await fillClub(browser, server);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Makes the window as high as the page, so that nothing lies under the tab bar. */
async function unroll(viewer) {
  const size = viewer.page.viewportSize();
  const height = await viewer.page.evaluate(() => document.documentElement.scrollHeight);
  if (height > size.height) await viewer.page.setViewportSize({ width: size.width, height: height + 80 });
}

async function violations(viewer, page) {
  await show(viewer, page);
  await viewer.page.waitForTimeout(600); // lists arrive after the frame
  await unroll(viewer);
  await viewer.page.evaluate(axe);
  const { violations } = await viewer.page.evaluate(only => window.axe.run(document, { runOnly: only }), rules);
  return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 120)}`));
}

for (const size of ['desk', 'phone'])
  for (const theme of ['light', 'dark'])
    test(`no page has a violation: ${size}, ${theme}`, async () => {
      const viewer = await openAs(browser, server, club.anna, size, theme);
      const found = {};
      for (const page of pageList(club)) {
        const window = viewer.page.viewportSize();
        const list = await violations(viewer, page).catch(error => [String(error)]);
        await viewer.page.setViewportSize(window);
        if (list.length) found[page[0]] = list;
      }
      await viewer.context.close();
      assert.deepEqual(found, {});
    });
