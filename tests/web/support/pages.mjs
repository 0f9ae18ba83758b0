// SPDX-License-Identifier: MIT
/* A club with people and games, and every page of it: for axe, screenshots and measurements. */
import assert from 'node:assert/strict';
import { command, makeGame, Person, sizes } from './browser.mjs';
import { importPuzzles } from './puzzles.mjs';

const PASSWORD = 'long-enough-4-tests';

/** The opera game, cut before its end. */
const MOVES = 'e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5'.split(' ');

/** A pawn of White takes a rook and is promoted next. */
const PROMOTION = 'e2e4 d7d5 e4d5 c7c6 d5c6 g8f6 c6b7 e7e6'.split(' ');

/** Sends a command to a game over a connection of its own, without a mouse; returns the version of the game after it. A
 * server that had to wait for a processor pauses the clocks, which changes the version, too. */
export async function act(person, game, version, verb, more = {}) {
  const send = known => command(person, { t: 'act', game, version: known, verb, id: `${verb}-${version}`, ...more });
  let answer = await send(version);
  while (answer.why === 'stale') answer = await send(answer.version);
  assert.equal(answer.t, 'ack', `${verb} ${more.move ?? ''}: ${JSON.stringify(answer)}`);
  return answer.version;
}

/** Plays moves in a new game, White first; returns its version then. */
export async function playMoves(game, white, black, moves) {
  let version = 0;
  for (const [i, move] of moves.entries()) version = await act(i % 2 ? black : white, game, version, 'move', { move });
  return version;
}

/** Fills a server: an admin, players, a finished and a running game, a message, a report. Returns what the pages need. */
export async function fillClub(browser, server) {
  importPuzzles(server);
  const anna = await Person.arrive(browser, server);
  const ben = await Person.arrive(browser, server);
  const code = new URL(server.setupLink).searchParams.get('code');
  await anna.post('/setup', { code, name: 'Anna', password: PASSWORD, 'server-name': 'Your Chess Club', access: 'everyone' });
  await anna.post('/account/login', { name: 'Anna', password: PASSWORD });
  anna.name = 'Anna';
  await ben.register('Ben');
  const finished = await makeGame(anna, ben, { rated: true });
  await act(ben, finished, await playMoves(finished, anna, ben, MOVES), 'resign');
  const running = await makeGame(anna, ben, { clock: '30+20' });
  await playMoves(running, anna, ben, MOVES.slice(0, 13));
  const crazyhouse = await makeGame(anna, ben, { clock: '30+20', variant: 'crazyhouse' });
  await playMoves(crazyhouse, anna, ben, MOVES.slice(0, 8));
  await ben.post('/inbox/Anna', { text: 'A game tonight? I have a new idea against the Philidor.' });
  await ben.post('/api/report', { user: 'Anna', reason: 'stalling', text: 'Let four minutes run out', game: finished });
  return { anna, ben, finished, running, crazyhouse };
}

/** Adds what `stateList` shows: two people whose game the admin watches, offers, a promotion, seeks. */
export async function fillStates(browser, server, club) {
  const { anna, ben } = club;
  const [carl, dora] = [await Person.arrive(browser, server), await Person.arrive(browser, server)];
  await carl.register('Carl');
  await dora.register('Dora');
  const watched = await makeGame(carl, dora, { clock: '15+10' });
  await playMoves(watched, carl, dora, MOVES.slice(0, 12));
  const offered = await makeGame(anna, ben, { clock: '30+20' });
  await act(ben, offered, await playMoves(offered, anna, ben, MOVES.slice(0, 8)), 'offer-draw');
  const promotion = await makeGame(anna, ben, { clock: '30+20' });
  await playMoves(promotion, anna, ben, PROMOTION);
  const checks = await makeGame(anna, ben, { clock: '30+20', variant: 'threeCheck' });
  await playMoves(checks, anna, ben, 'e2e4 e7e5 f1c4 b8c6 c4f7'.split(' '));
  return { ...club, carl, dora, watched, offered, promotion, checks };
}

/** Ends the connections of a page, and lets none be opened until the page is left. */
async function loseConnection({ page }) {
  const sockets = [];
  let lost = false;
  await page.routeWebSocket(/\/ws$/, socket => {
    if (lost) return socket.close();
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.reload();
  await page.waitForSelector('.board piece, .card', { state: 'attached' });
  await page.waitForFunction(() => !document.querySelector('.banner'));
  lost = true;
  for (const socket of sockets) socket.close();
  await page.waitForSelector('.banner');
  return () => (lost = false);
}

async function openMenu({ page }) {
  await page.locator('.transport .popover-box > button').click();
  await page.waitForSelector('.transport .menu');
}

/** States of pages, as rows of `pageList`. The last part of a row brings the state about, and may return what ends it. */
export const stateList = ({ anna, ben, finished, running, watched, offered, promotion, checks }) => [
  ['game-watched', `/${watched}`, '.game .board piece'],
  ['game-offer', `/${offered}`, '.offer'],
  ['game-checks', `/${checks}`, '.game .board piece'],
  ['game-first', async () => `/${await makeGame(anna, ben)}`, '.game .board piece'],
  [
    'game-promotion',
    `/${promotion}`,
    '.game .board piece',
    async viewer => {
      await viewer.clickMove('b7', 'a8');
      await viewer.page.waitForSelector('.promo');
    },
  ],
  [
    'game-premove',
    `/${running}`,
    '.game .board piece',
    async viewer => {
      await viewer.clickMove('b3', 'b7');
      await viewer.page.waitForSelector('square.current-premove');
    },
  ],
  ['game-menu', `/${running}`, '.game .board piece', openMenu],
  ['game-resign', `/${running}`, '.game .board piece', viewer => viewer.button(/^Resign/).click()],
  ['game-lost', `/${running}`, '.game .board piece', loseConnection],
  ['home-lost', '/', '.card', loseConnection],
  ['invitation', async () => `/i/${(await command(ben, { t: 'challenge', clock: '5+3', side: 'white' })).made}`, '.card'],
  ['computer-dialog', '/?computer', 'dialog[open]'],
  ['options', '/?options', 'dialog[open]'],
  ['challenge', '/?challenge=Ben', 'dialog[open]'],
  ['watch-empty', '/watch/bullet', 'main h1, main h2'],
  ['editor-black', '/editor/8/8/8/4k3/8/8/4P3/4K3_b_-_-_0_1', '.board piece'],
  ['analysis-game', `/${finished}/review#9`, '.board piece'],
];

/** What a visitor finds on a server that nobody has used yet. */
export const quietList = [
  ['home-quiet', '/', '.seeks, .empty'],
  ['watch-quiet', '/watch', '.caption'],
  ['games-quiet', '/games', '.empty'],
  ['puzzle-quiet', '/training', '.training-empty'],
];

/** The set-up of a server that nobody has used. */
export const setupPage = server => ['setup', new URL(server.setupLink).pathname + new URL(server.setupLink).search, '.setup .qr'];

/** Every page: a name, an address, and the selector that says that it is there. */
export const pageList = ({ finished, running, crazyhouse }) => [
  ['home', '/', '.seeks, .empty, .card'],
  ['game', `/${running}`, '.game .board piece'],
  ['game-over', `/${finished}`, '.result'],
  ['game-crazyhouse', `/${crazyhouse}`, '.pocket'],
  ['watch', '/watch', 'main h1, main h2'],
  ['analysis', '/analysis', '.board piece'],
  ['review', `/${finished}/review`, '.board piece'],
  ['editor', '/editor', '.board piece'],
  ['computer', '/computer', '.levels'],
  ['puzzle', '/training', '.training[data-phase="turn"] .board piece'],
  ['players', '/players', 'main table, main .card'],
  ['profile', '/@/Anna', 'main h1'],
  ['leaderboard', '/players/blitz', 'main table, main .empty'],
  ['games', '/@/Ben/games?result=loss', 'main table, main .empty'],
  ['profile-other', '/@/Ben', 'main table'],
  ['games-search', '/games?player=anna', 'main table, main .empty'],
  ['messages', '/messages', 'main h1'],
  ['conversation', '/messages/Ben', '.thread'],
  ['notifications', '/notifications', 'main h1'],
  ['account', '/account', 'main h1'],
  ['preferences', '/account/look', 'main .pref'],
  ['playing', '/account/play', 'main .pref'],
  ['sounds', '/account/sound', 'main .pref'],
  ['privacy', '/account/privacy', 'main .pref'],
  ['devices', '/account/devices', 'main .item'],
  ['programs', '/account/apps', 'main .scopes'],
  ['your-data', '/account/leave', 'main .btn'],
  ['security', '/account/security', 'main h1, main h2'],
  ['admin', '/admin', '.a-main .card'],
  ['admin-reports', '/admin/reports', '.report, .a-main .empty:not(.loading)'],
  ['admin-users', '/admin/users', '.a-main .w6'],
  ['admin-user', '/admin/users/Ben', '.facts'],
  ['admin-addresses', '/admin/addresses', '.a-main form'],
  ['admin-announcements', '/admin/announcements', '.a-main form'],
  ['admin-log', '/admin/log', '.log li'],
  ['admin-settings', '/admin/settings', '.settings'],
  ['help', '/help', 'main h1'],
  ['help-keys', '/help/keys', 'main table, main h1'],
  ['help-rules', '/help/rules', 'main h1'],
  ['help-api', '/help/api', 'main h1'],
  ['help-sources', '/help/sources', 'main h1'],
  ['login', '/?login', 'dialog[open]'],
  ['register', '/?register', 'dialog[open]'],
  ['invite', '/?invite', 'dialog[open]'],
  ['not-found', '/no/such/page', 'main h1'],
];

/** Opens a window with a person's cookies, in a size and a theme. */
export async function openAs(browser, server, person, size, theme) {
  const state = person ? await person.context.storageState() : undefined;
  return Person.arrive(browser, server, { ...sizes[size], colorScheme: theme, storageState: state });
}

/** How long nothing may come from the server before a page is called quiet. */
const QUIET = 100;

/** Waits until everything that a page asked for has come: lists arrive after the frame. */
async function becomeQuiet(page, action) {
  const pending = new Set();
  let last = Date.now();
  const begin = request => pending.add(request);
  const end = request => {
    pending.delete(request);
    last = Date.now();
  };
  const follow = socket => socket.on('framereceived', () => (last = Date.now()));
  const events = { request: begin, requestfinished: end, requestfailed: end, websocket: follow };
  for (const [name, handler] of Object.entries(events)) page.on(name, handler);
  await action();
  while (pending.size || Date.now() - last < QUIET) await new Promise(resolve => setTimeout(resolve, 10));
  for (const [name, handler] of Object.entries(events)) page.off(name, handler);
}

/** Opens a page, in its state, and waits until it is there and quiet. */
export async function show(viewer, [, path, ready, enter]) {
  viewer.endState?.();
  const address = typeof path === 'function' ? await path() : path;
  await becomeQuiet(viewer.page, async () => {
    await viewer.open(address);
    await viewer.page.waitForSelector(ready);
    await viewer.page.evaluate(() => document.fonts.ready);
  });
  viewer.endState = await enter?.(viewer);
}
