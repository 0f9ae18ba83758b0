// SPDX-License-Identifier: MIT
/* The review of a game by the server: asked for by one player, followed by others, kept over a restart. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { becomes } from './support/becomes.mjs';
import { sizes } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';
import { Server } from './support/server.mjs';

const NODES = 20_000;
/** Nodes with which no review ends while a test looks at the queue. */
const ENDLESS = 100_000_000;
const club = useServer('--review-nodes', String(NODES), '--review-queue', '2');
const opera = readFileSync(join(fileURLToPath(new URL('.', import.meta.url)), '../review/famous.pgn'), 'utf8').split(/\n(?=\[Event )/)[0];

/** The id of a game that somebody imports. */
const importGame = (person, pgn) =>
  person.page.evaluate(async text => {
    const answer = await fetch('/api/import', { method: 'POST', body: new URLSearchParams({ pgn: text }) });
    return (await answer.json()).id;
  }, pgn);

const request = 'Request a computer analysis';

async function openReview(person, id) {
  await person.open(`/${id}/review`);
  await person.page.waitForSelector('.ana .board piece');
}

const accuracyOf = person => person.page.locator('.acc:visible .big').allTextContents();

/** The engine has a low priority, so that it may take a while on a busy machine. */
const LONG = { timeout: 120_000 };

async function seesReport(person) {
  await person.page.locator('p:visible', { hasText: `Computer analysis, ${NODES.toLocaleString('en')} nodes per position` }).waitFor(LONG);
}

/** Notes what a page says of the progress: a fast machine may be done before a test looks. */
const noteProgress = person =>
  person.page.evaluate(() => {
    window.progress = [];
    const look = () => document.querySelector('.server-review progress') && window.progress.push(document.querySelector('.server-review [role=status]')?.textContent ?? '');
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });

const seesProgress = person =>
  person.page.waitForFunction(() => window.progress.some(text => /^Computer analysis: [1-9]\d* of 33 moves$|looking at the mistakes/.test(text)), null, LONG);

test('a player asks for a review, another one follows it, and the report stays after a restart', async () => {
  const ann = await club.arrive(sizes.desk);
  await ann.open('/');
  await ann.register('Ann');
  const id = await importGame(ann, opera);
  const guest = await club.arrive(sizes.desk);
  // The engines in the pages would compete with that of the server.
  for (const person of [ann, guest]) await person.page.addInitScript(() => localStorage.setItem('engine', JSON.stringify({ on: false })));
  await Promise.all([openReview(ann, id), openReview(guest, id)]);
  await guest.page.getByRole('link', { name: 'Log in to request a computer analysis' }).waitFor();
  await becomes(() => guest.page.getByRole('button', { name: request }).count(), 0);

  for (const person of [ann, guest]) await noteProgress(person);
  await ann.button(request).click();
  for (const person of [ann, guest]) await seesProgress(person);
  await guest.page.waitForSelector('.graph .curve');
  await Promise.all([seesReport(ann), seesReport(guest)]);
  await becomes(() => accuracyOf(guest), await accuracyOf(ann));
  await becomes(() => guest.page.getByRole('progressbar').count(), 0);
  await becomes(() => guest.page.locator('.tree .gl').allTextContents(), marks => marks.includes('!!'), 'the brilliant move is marked');

  const before = await accuracyOf(ann);
  await club.server.kill();
  await club.server.restart();
  const late = await club.arrive(sizes.phone);
  await openReview(late, id);
  await late.page.getByRole('tab', { name: 'Summary' }).click();
  await seesReport(late);
  await becomes(() => accuracyOf(late), before);
});

test('the place in the queue is shown, and a full queue is refused in words', async t => {
  const server = await Server.start('--review-nodes', String(ENDLESS), '--review-queue', '2');
  t.after(() => server.kill().then(() => server.stop())); // which would wait for the engine
  const [ben, eva] = [await club.arrive(), await club.arrive()];
  for (const [person, name] of [[ben, 'Ben'], [eva, 'Eva']]) {
    person.server = server;
    await person.open('/');
    await person.register(name);
  }
  const ids = [await importGame(ben, opera), await importGame(ben, opera), await importGame(ben, opera)];
  await Promise.all([openReview(ben, ids[1]), openReview(eva, ids[2])]);
  await Promise.all([ben, eva].map(person => person.button(request).waitFor()));
  await ben.page.evaluate(id => fetch(`/api/game/${id}/review`, { method: 'POST' }), ids[0]);
  await ben.button(request).click();
  await eva.button(request).click();
  await ben.text('Waiting for the computer analysis, place 1 in the queue').waitFor();
  await eva.page.getByRole('alert').getByText('too many games are waiting for a review; try again later').waitFor();
  await eva.button(request).waitFor();
});
