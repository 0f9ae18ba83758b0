// SPDX-License-Identifier: MIT
/* Without a connection: the analysis board, the editor and the computer work. */
import { test } from 'node:test';
import { useServer } from './support/fixture.mjs';

const club = useServer();

test('analysis, editor and computer work without a connection', async () => {
  const person = await club.arrive();
  await person.open('/analysis');
  await person.page.evaluate(() => navigator.serviceWorker.ready);
  await person.page.waitForFunction(async () => {
    const names = await caches.keys();
    return names.length > 0 && (await (await caches.open(names[0])).keys()).length > 20;
  });
  await person.page.reload();
  await person.context.setOffline(true);
  for (const path of ['/analysis', '/editor', '/computer']) {
    await person.open(path);
    await person.page.waitForSelector('.board piece, .levels, form');
  }
  await person.open('/analysis');
  await person.page.waitForSelector('.board piece');
  await person.clickMove('e2', 'e4');
  await person.text('e4').waitFor();
});
