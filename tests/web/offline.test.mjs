// SPDX-License-Identifier: MIT
/* Without a connection: the analysis board, the editor, the computer and the look of the page work. */
import { test } from 'node:test';
import { becomes } from './support/becomes.mjs';
import { sizes } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';

const club = useServer();

const arrive = () => club.arrive({ ...sizes.desk, serviceWorkers: 'allow' });

/** Opens the page and waits until all its files are kept. */
async function keepFiles(person) {
  await person.open('/analysis');
  await person.page.evaluate(() => navigator.serviceWorker.ready);
  await person.page.waitForFunction(async () => {
    const names = await caches.keys();
    return names.length > 0 && (await (await caches.open(names[0])).keys()).length > 20;
  });
  await person.page.reload();
}

test('analysis, editor and computer work without a connection', async () => {
  const person = await arrive();
  await keepFiles(person);
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

const boardOf = person => person.page.evaluate(() => document.documentElement.dataset.board);

test('board and pieces are chosen without a connection, and the account gets the choice later', async () => {
  const person = await arrive();
  await person.register('Offline_Olga');
  await keepFiles(person);
  await person.context.setOffline(true);
  await person.open('/account/look');
  await person.page.locator('.seg label', { hasText: 'Elm' }).click();
  await person.page.waitForFunction(() => document.documentElement.dataset.board === 'elm');
  await becomes(() => person.page.locator('.toast.bad').count(), 0);
  await person.context.setOffline(false);
  await person.open('/account/look');
  await person.page.waitForFunction(async () => {
    const answer = await fetch('/api/account/preferences', { headers: { Accept: 'application/json' } });
    return (await answer.json()).prefs.theme === 'elm';
  });
  await becomes(() => boardOf(person), 'elm');
});

test('a guest chooses a board without a connection', async () => {
  const person = await arrive();
  await keepFiles(person);
  await person.context.setOffline(true);
  await person.open('/account/look');
  await person.page.locator('.seg label', { hasText: 'Moss' }).click();
  await person.page.reload();
  await person.page.waitForFunction(() => document.documentElement.dataset.board === 'moss');
});

test('Watch says that it could not be loaded while the server is down, and loads by itself', async () => {
  const person = await arrive();
  await person.register('Watching_Walter');
  await keepFiles(person);
  await person.open('/watch');
  await person.page.locator('.caption').waitFor();
  await club.server.kill();
  await person.page.reload();
  await person.text('This page could not be loaded.').waitFor();
  await becomes(() => person.page.getByText('Nobody is playing here').count(), 0);
  await becomes(() => person.page.locator('header').getByRole('button', { name: 'Log in' }).count(), 0);
  await club.server.restart();
  await person.page.locator('.caption').waitFor();
});

test('Players says on a phone that it could not be loaded without a connection', async () => {
  const person = await club.arrive({ ...sizes.phone, serviceWorkers: 'allow' });
  await keepFiles(person);
  await person.context.setOffline(true);
  await person.open('/players');
  await person.text('This page could not be loaded.').waitFor();
  await person.context.setOffline(false);
  await person.page.getByRole('heading', { name: 'Players', exact: true }).waitFor();
});
