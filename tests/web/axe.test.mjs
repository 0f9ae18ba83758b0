// SPDX-License-Identifier: MIT
/* axe-core finds no violation on any page and in any state of a game, on a desk and on a phone, in both themes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launchBrowser } from './support/browser.mjs';
import { fillClub, fillStates, openAs, pageList, show, stateList } from './support/pages.mjs';
import { Server } from './support/server.mjs';

const axe = readFileSync(new URL('../../web/node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A theme changes colours alone. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** States with nothing on the page that another row has not; and an open menu, which covers parts of squares that axe then
 * calls too small. */
const LEFT_OUT = ['game-checks', 'watch-empty', 'editor-black', 'analysis-game', 'game-menu'];

/** Only these pages, if they are given: PAGES='home game'. */
const only = process.env.PAGES?.split(' ');
const isWanted = ([name]) => (only ? only.includes(name) : !LEFT_OUT.includes(name));

const WINDOWS = 2; // that look at pages at the same time

let server, browser, club;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launchBrowser()]);
  club = await fillStates(browser, server, await fillClub(browser, server));
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Makes the window as high as the page, so that nothing lies under the tab bar. */
async function unroll(page) {
  const { width, height } = page.viewportSize();
  const wanted = await page.evaluate(() => document.documentElement.scrollHeight);
  if (wanted > height) await page.setViewportSize({ width, height: wanted + 80 });
}

/** In the page: ends what moves or changes its colour, and looks for violations. */
async function runAxe(only) {
  const moving = () => document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
  for (let list; (list = moving()).length; await new Promise(requestAnimationFrame)) for (const animation of list) animation.finish();
  const { violations } = await window.axe.run(document, { runOnly: only, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 120)}`));
}

/** The themes of a size, the first with all rules. Contrast takes the most time of all. */
const looks = { desk: [['light', rules], ['dark', colourRules]], phone: [['dark', rules], ['light', colourRules]] };

/** Opens a page once and looks at it in the themes of the size. */
async function violations(viewer, size, row) {
  const { page } = viewer;
  const window = page.viewportSize();
  await page.emulateMedia({ colorScheme: looks[size][0][0] });
  await show(viewer, row);
  await unroll(page);
  await page.evaluate(axe);
  const found = {};
  for (const [colorScheme, only] of looks[size]) {
    await page.emulateMedia({ colorScheme });
    const list = await page.evaluate(runAxe, only);
    if (list.length) found[`${row[0]}, ${colorScheme}`] = list;
  }
  await page.setViewportSize(window);
  return found;
}

/** Looks at pages of the list, which other windows share, until none is left. */
async function inspect(size, rows) {
  const viewer = await openAs(browser, server, club.anna, size, looks[size][0][0]);
  const found = {};
  for (let row; (row = rows.shift()); ) Object.assign(found, await violations(viewer, size, row).catch(error => ({ [row[0]]: String(error) })));
  await viewer.context.close();
  return found;
}

for (const size of ['desk', 'phone'])
  test(`no page has a violation: ${size}`, async () => {
    const rows = [...pageList(club), ...stateList(club)].filter(isWanted);
    const found = await Promise.all(Array.from({ length: WINDOWS }, () => inspect(size, rows)));
    assert.deepEqual(Object.assign({}, ...found), {});
  });
