// SPDX-License-Identifier: MIT
/* Nothing moves on a page while what it asked for arrives, nor while a game is played. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launchBrowser, Person, sizes, startGame } from './support/browser.mjs';
import { fillClub, openAs, pageList, show } from './support/pages.mjs';
import { Server } from './support/server.mjs';
import { followShifts, shiftsOf } from './support/shifts.mjs';

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start('--no-limits'), launchBrowser()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens every page in a window of a size; returns what moved. */
async function openEveryPage(club, size) {
  const viewer = await openAs(browser, server, club.anna, size, 'light');
  await followShifts(viewer.page);
  const found = {};
  for (const row of pageList(club)) {
    await show(viewer, row);
    const moved = await shiftsOf(viewer.page);
    if (moved.length) found[`${row[0]}, ${size}`] = moved;
  }
  await viewer.context.close();
  return found;
}

test('nothing moves on a page while it opens, on a desk and on a phone', async () => {
  const club = await fillClub(browser, server);
  const found = await Promise.all(['desk', 'phone'].map(size => openEveryPage(club, size)));
  assert.deepEqual(Object.assign({}, ...found), {});
});

for (const size of ['desk', 'phone'])
  test(`nothing moves while a game is played: ${size}`, async () => {
    const [white, black] = await Promise.all([Person.arrive(browser, server, sizes[size]), Person.arrive(browser, server)]);
    await followShifts(white.page);
    await startGame(white, black);
    for (const [i, move] of ['f2f3', 'e7e5', 'g2g4', 'd7d6'].entries()) {
      const mover = i % 2 ? black : white;
      await mover.page.waitForSelector('.status-line.yours');
      await mover.clickMove(move.slice(0, 2), move.slice(2));
    }
    await white.sees('f3', 'e5', 'g4', 'd6');
    assert.deepEqual(await shiftsOf(white.page), []);
    await Promise.all([white.leave(), black.leave()]);
  });
