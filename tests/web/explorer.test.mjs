// SPDX-License-Identifier: MIT
/* The opening explorer on the analysis board, and the search for games. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { becomes } from './support/becomes.mjs';
import { boxOf, makeGame, sizes } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';
import { act, playMoves } from './support/pages.mjs';

const folder = mkdtempSync(join(tmpdir(), 'rookery-explorer-'));
after(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(
  join(folder, 'games.pgn'),
  `[Event "City"]\n[White "Morphy"]\n[Black "Paulsen"]\n[WhiteElo "2600"]\n[BlackElo "2500"]\n[Date "1857.11.08"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n
[White "Karl Ernst Adolf Anderssen of Breslau"]\n[WhiteElo "2600"]\n[Black "Staunton"]\n\n1. e4 e5 2. Nf3 d6 0-1\n\n[White "Lasker"]\n[Black "Tarrasch"]\n\n1. d4 d5 1/2-1/2\n`,
);
execFileSync(join(process.env.BUILD ?? 'build', 'rookery'), ['explore', 'build', join(folder, 'old.rkx'), join(folder, 'games.pgn'), '--quiet']);
const club = useServer('--explorer', `masters=${join(folder, 'old.rkx')}`);

const panelOf = person => person.page.getByRole('region', { name: 'Opening explorer' });
const moveRow = (person, move) => panelOf(person).locator('tbody tr').filter({ has: person.page.getByRole('button', { name: move, exact: true }) });

/** Opens the explorer without the engine, whose first lines move what is below them, maybe under the mouse. */
async function openExplorer(person, path = '/analysis') {
  await person.page.addInitScript(() => localStorage.setItem('engine', '{"on":false}'));
  await person.open(path);
  await person.page.locator('.board piece').first().waitFor();
  await person.page.keyboard.press('x');
  await panelOf(person).waitFor();
}

/** Plays a game that White wins, and waits until the server counts it. */
async function playGame(white, black, moves, games) {
  const game = await makeGame(white, black);
  await act(black, game, await playMoves(game, white, black, moves.split(' ')), 'resign');
  const counted = async () => (await (await fetch(`${club.server.url}/api/explorer/databases`)).json()).databases[0].games;
  await becomes(counted, count => count >= games);
  return game;
}

test('the explorer counts a game of this server when it has ended, links to it, and plays its moves', async () => {
  const [anna, ben] = [await club.arrive(), await club.arrive()];
  const game = await playGame(anna, ben, 'b2b3 e7e5 c1b2', 1);
  await openExplorer(anna);
  await panelOf(anna).getByLabel('Database').selectOption('own');
  await moveRow(anna, 'b3').waitFor();
  await becomes(() => moveRow(anna, 'b3').textContent(), /b31/);
  await becomes(() => moveRow(anna, 'b3').getByRole('img').getAttribute('aria-label'), 'White won 100 %, draws 0 %, Black won 0 %');
  await becomes(() => panelOf(anna).locator('.game-links a').first().getAttribute('href'), `/${game}`);
  await moveRow(anna, 'b3').getByRole('button').click();
  await moveRow(anna, 'e5').waitFor();
  await anna.page.keyboard.press('x'); // back to the moves
  await anna.page.locator('.tree [aria-current]', { hasText: 'b3' }).waitFor();
});

test('after a crash the explorer counts every game once', async () => {
  const [anna, ben] = [await club.arrive(), await club.arrive()];
  const counts = async () => (await fetch(`${club.server.url}/lichess?moves=30`)).json();
  const before = await counts();
  const game = await makeGame(anna, ben);
  await act(ben, game, await playMoves(game, anna, ben, ['g2g4', 'e7e5']), 'resign');
  await club.server.kill(); // before the database has the game
  await club.server.restart();
  const whole = async () => (await (await fetch(`${club.server.url}/api/explorer/databases`)).json()).databases[0];
  await becomes(whole, ({ complete, games }) => complete && games >= before.white + 1);
  const now = await counts();
  assert.equal(now.white, before.white + 1);
  assert.equal(now.moves.find(({ san }) => san === 'g4').white, 1);
});

test('axe-core finds nothing in the explorer', async () => {
  const axe = readFileSync(new URL('../../web/node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  for (const [size, colorScheme] of [['desk', 'light'], ['phone', 'dark']]) {
    const person = await club.arrive({ ...sizes[size], colorScheme });
    await openExplorer(person);
    await panelOf(person).getByLabel('Database').selectOption('masters');
    await moveRow(person, 'e4').waitFor();
    await person.page.evaluate(axe);
    const found = await person.page.evaluate(async () => (await window.axe.run('#panel-openings')).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`));
    assert.deepEqual(found, []);
  }
});

test('a database is chosen, follows the position, and opens its games on the board', async () => {
  const person = await club.arrive();
  await openExplorer(person);
  await panelOf(person).getByLabel('Database').selectOption('masters');
  await moveRow(person, 'e4').waitFor();
  await becomes(() => moveRow(person, 'e4').textContent(), /e42/);
  await becomes(() => panelOf(person).locator('tfoot').textContent(), /All3/);
  await moveRow(person, 'd4').getByRole('button').click();
  await moveRow(person, 'd5').getByRole('button').click();
  await panelOf(person).locator('.game-links a', { hasText: 'Lasker' }).waitFor();
  await person.page.keyboard.press('ArrowUp');
  const morphy = panelOf(person).locator('.game-links a', { hasText: 'Morphy 2600 – Paulsen 2500' });
  await morphy.waitFor();
  await morphy.click();
  await person.page.locator('.tree', { hasText: 'Bb5' }).waitFor();
});

test('a position that nobody has reached, and another variant, say so', async () => {
  const person = await club.arrive();
  await openExplorer(person, '/analysis/8/8/8/4k3/8/4K3/4P3/8_w_-_-_0_1');
  await panelOf(person).getByText('No game has reached this position.').waitFor();
  await openExplorer(person, '/analysis?variant=atomic');
  await panelOf(person).getByText('This server has no opening database for this variant.').waitFor();
});

test('the name of the opening follows the moves, and a button leads back to the last known position', async () => {
  const person = await club.arrive();
  await openExplorer(person);
  await panelOf(person).getByLabel('Database').selectOption('masters');
  await moveRow(person, 'e4').waitFor();
  await becomes(() => person.page.getByText('No known opening').count(), 0);
  await moveRow(person, 'e4').getByRole('button').click();
  await person.page.locator('#panel-openings').getByText("King's Pawn Game, B00").waitFor();
  await moveRow(person, 'e5').waitFor();
  await person.open('/analysis?moves=e2e4.e7e5.h2h4.h7h5.a2a4');
  await person.page.keyboard.press('x');
  await panelOf(person).getByText('No game has reached this position.').waitFor();
  await panelOf(person).getByRole('button', { name: 'Back to the last known position' }).click();
  await moveRow(person, 'Nf3').waitFor();
});

test('on a phone the explorer has room, the board stays, and a tap leaves no arrow', async () => {
  const person = await club.arrive({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await person.page.addInitScript(() => localStorage.setItem('engine', '{"on":false}'));
  await person.open('/analysis');
  const board = person.page.locator('.board');
  await board.locator('piece').first().waitFor();
  const before = await board.boundingBox();
  await person.page.getByRole('tab', { name: 'Openings' }).tap();
  await panelOf(person).getByLabel('Database').selectOption('masters');
  await moveRow(person, 'e4').waitFor();
  assert.deepEqual(await board.boundingBox(), before);
  await becomes(() => boxOf(person.page.locator('#panel-openings')), sheet => sheet.height >= 200);
  await moveRow(person, 'e4').getByRole('button').tap();
  await moveRow(person, 'e5').waitFor();
  await becomes(() => person.page.locator('.cg-shapes line, .cg-shapes path').count(), 0);
});

test('the whole row of a game leads to it, and the table fits a phone in German', async () => {
  const desk = await club.arrive();
  await desk.open('/games?db=masters&player=morphy');
  const { x, y } = await desk.page.locator('tbody tr td').last().boundingBox();
  await desk.page.mouse.click(x + 4, y + 4);
  await desk.page.waitForURL('**/analysis?*game=*');
  const phone = await club.arrive({ ...sizes.phone, locale: 'de-DE' });
  await phone.open('/games?db=masters');
  const table = phone.page.locator('.scroll-x');
  await table.waitFor();
  await becomes(() => table.evaluate(element => element.scrollWidth <= element.clientWidth), true);
});

test('without the server the explorer says what is wrong, and asks again', async () => {
  const person = await club.arrive();
  await openExplorer(person);
  await panelOf(person).getByLabel('Database').selectOption('masters');
  await moveRow(person, 'e4').waitFor();
  await person.page.route('**/api/explorer?**', route => route.abort());
  await moveRow(person, 'e4').getByRole('button').click();
  await panelOf(person).getByRole('alert').waitFor();
  await person.page.unroute('**/api/explorer?**');
  await panelOf(person).getByRole('button', { name: 'Try again' }).click();
  await moveRow(person, 'e5').waitFor();
});

test('games are found by player, position and result, and the search is in the address', async () => {
  const person = await club.arrive();
  await person.open('/games?db=masters');
  await person.page.getByText('3 games').waitFor();
  await person.page.getByLabel('Player', { exact: true }).fill('morphy');
  await person.page.getByRole('button', { name: 'Search', exact: true }).click();
  await person.page.getByText('1 game', { exact: true }).waitFor();
  await person.page.waitForURL(/player=morphy/);
  await becomes(() => person.page.locator('tbody tr').textContent(), /Morphy 2600.*Paulsen 2500.*1–0.*Ruy Lopez/s);
  await person.page.getByRole('button', { name: 'Clear' }).click();
  await person.page.getByText('More conditions').click();
  await person.page.getByLabel('ECO code').fill('Z1');
  await person.page.getByRole('button', { name: 'Search', exact: true }).click();
  await person.page.getByText('must be an ECO code').waitFor();
});

test('the analysis board searches for games with its position', async () => {
  const person = await club.arrive();
  await openExplorer(person, '/analysis/rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR_w_KQkq_-_0_2');
  await panelOf(person).getByLabel('Database').selectOption('masters');
  await panelOf(person).locator('.game-links a', { hasText: 'Lasker' }).waitFor();
  await panelOf(person).getByRole('link', { name: 'Search games with this position' }).click();
  await person.page.getByText('1 game', { exact: true }).waitFor();
  await becomes(() => person.page.locator('tbody tr').textContent(), /Lasker/);
});
