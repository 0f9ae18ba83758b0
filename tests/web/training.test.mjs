// SPDX-License-Identifier: MIT
/* Puzzles: solved with mouse, touch and keyboard, rated once, and that of the day on the home page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from './support/becomes.mjs';
import { sizes } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';
import { FORK, importPuzzles, MATE } from './support/puzzles.mjs';
import { Server } from './support/server.mjs';

const club = useServer();

/** Opens a window on a server with puzzles; importing them again adds none. */
const arrive = size => {
  importPuzzles(club.server);
  return club.arrive(size);
};

const seesPhase = (person, phase) => person.page.waitForSelector(`.training[data-phase="${phase}"] .board piece`);
const ratingOf = async (person, name) => (await (await person.context.request.get(`${club.server.url}/api/user/${name}`)).json()).perfs.puzzle;

test('a wrong move is taken back with a word, and costs the rating once', async () => {
  const anna = await arrive();
  await anna.register('Anna');
  await anna.open(`/training/${FORK}`);
  await seesPhase(anna, 'turn');
  await becomes(() => anna.page.locator('.t-status').textContent(), /White to move/);
  await anna.text('A hint or the solution counts as a wrong move.').waitFor();
  await anna.clickMove('g1', 'g5');
  await anna.text('That is not the move.').waitFor();
  await seesPhase(anna, 'turn');
  await becomes(() => anna.text('counts as a wrong move').count(), 0);
  await anna.button('Hint').click();
  await anna.text('Move the piece on g1').waitFor();
  await anna.text('That is not the move.').waitFor();
  await anna.clickMove('g1', 'g6');
  await anna.page.getByText('Kxg6').waitFor();
  await anna.text('Right!').waitFor();
  await seesPhase(anna, 'turn');
  await anna.typeMove('Ne5');
  await anna.page.getByText('Kg5').waitFor();
  await seesPhase(anna, 'turn');
  await anna.dragMove('e5', 'd7');
  await anna.text('Solved, but not on the first try').waitFor();
  await anna.page.locator('.t-rating .down').waitFor();
  await becomes(() => anna.page.locator('.t-facts').textContent(), /1600.*Fork, Sacrifice/);
  await becomes(() => ratingOf(anna, 'Anna'), ({ rating, games }) => rating < 1500 && games === 1);
  const { rating } = await ratingOf(anna, 'Anna');

  await anna.button('Try again').click();
  await seesPhase(anna, 'turn');
  await anna.clickMove('g1', 'g5');
  await anna.text('That is not the move.').waitFor();
  assert.equal((await ratingOf(anna, 'Anna')).rating, rating);

  await anna.page.reload();
  await anna.text('only the first try counts').waitFor();
  await seesPhase(anna, 'turn');
  await anna.clickMove('g1', 'g6');
  await anna.page.getByText('Kxg6').waitFor();
  await anna.open('/@/Anna');
  await anna.page.locator('.rating-card', { hasText: 'Puzzles' }).getByText('1 puzzle').waitFor();
  assert.equal((await ratingOf(anna, 'Anna')).rating, rating);
});

test('the rating rises with a puzzle that is solved at the first try, and the next one comes', async () => {
  const bert = await arrive();
  await bert.register('Bert');
  await bert.open(`/training/${MATE}`);
  await seesPhase(bert, 'turn');
  await bert.clickMove('b1', 'b8');
  await bert.text('Solved!').waitFor();
  await bert.page.locator('.t-rating .up').waitFor();
  const analysis = bert.page.getByRole('link', { name: 'Analysis board' });
  await becomes(() => analysis.getAttribute('href'), /^\/analysis\/6k1/);
  await becomes(() => bert.page.locator('.t-facts a').getAttribute('href'), 'https://example.org/game#2');
  await bert.button('Next puzzle').click();
  await bert.page.waitForURL('**/training');
  await seesPhase(bert, 'turn');
  await becomes(() => bert.page.locator('.t-moves').textContent(), /Qd7/); // the one not tried yet
});

test('a guest solves the puzzle of the day on a phone by touch', async () => {
  const guest = await arrive(sizes.phone);
  await guest.open('/');
  await guest.page.locator('.daily-link').tap();
  await guest.page.waitForURL('**/training/daily');
  await guest.page.getByRole('heading', { name: 'Puzzle of the day' }).waitFor();
  await guest.open(`/training/${MATE}`);
  await seesPhase(guest, 'turn');
  await guest.tapMove('b1', 'b8');
  await guest.text('Solved!').waitFor();
  await guest.text('Without an account').waitFor();
});

test('with the keyboard: a hint, the solution, and another theme', async () => {
  const guest = await arrive();
  await guest.open(`/training/${FORK}`);
  await seesPhase(guest, 'turn');
  await guest.button('Hint').press('Enter');
  await guest.text('Move the piece on g1').waitFor();
  await guest.button('View the solution').press('Enter');
  await guest.page.getByText('Nxd7').waitFor();
  await guest.page.waitForFunction(() => document.activeElement?.textContent === 'Next puzzle'); // the pressed button is gone
  await guest.page.keyboard.press('Home');
  await guest.page.waitForFunction(() => !document.querySelector('.t-moves [aria-current]'));
  await guest.page.keyboard.press('ArrowRight');
  await guest.page.locator('.t-moves [aria-current]', { hasText: 'Qd7' }).waitFor();
  await guest.page.locator('.t-moves button', { hasText: 'Kxg6' }).click();
  await guest.page.locator('.t-moves [aria-current]', { hasText: 'Kxg6' }).waitFor();
  await becomes(() => guest.page.locator('.board piece.white.queen').count(), 0);
  await becomes(() => guest.page.getByLabel('Difficulty').textContent(), /Medium/);
  await guest.page.getByLabel('Theme', { exact: true }).selectOption('backRankMate');
  await guest.page.waitForURL('**/training');
  await seesPhase(guest, 'turn');
  await becomes(() => guest.page.locator('.t-moves').textContent(), /Ra7/);
});

test('puzzles that could not be loaded are asked for again', async () => {
  const guest = await arrive();
  await guest.page.route('**/api/puzzle/themes', route => route.fulfill({ status: 503, json: { error: 'busy' } }));
  await guest.open('/training');
  await guest.button('Try again').waitFor();
  await guest.page.unrouteAll();
  await guest.button('Try again').click();
  await seesPhase(guest, 'turn');
});

test('a server without puzzles says when there will be some, and its admin how to import others', async () => {
  const server = await Server.start();
  const [guest, admin] = [await club.arrive(), await club.arrive()];
  guest.server = admin.server = server;
  const code = new URL(server.setupLink).searchParams.get('code');
  await admin.post('/setup', { code, name: 'Anna', password: 'long-enough-4-tests', 'server-name': 'A club', access: 'everyone' });
  await admin.post('/account/login', { name: 'Anna', password: 'long-enough-4-tests' });
  await admin.open('/training');
  await admin.text('import-puzzles').waitFor();
  await guest.open('/training');
  await guest.page.getByRole('heading', { name: 'No puzzles yet' }).waitFor();
  await guest.text('after a few games').waitFor();
  assert.equal(await guest.text('import-puzzles').count(), 0);
  await guest.open('/');
  await guest.page.locator('.home .room').waitFor();
  await becomes(() => guest.page.locator('.daily').count(), 0);
  await server.stop();
});
