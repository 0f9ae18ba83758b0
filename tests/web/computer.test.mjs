// SPDX-License-Identifier: MIT
/* Games against the engine in the page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from './support/becomes.mjs';
import { boxOf, sizes } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';

const club = useServer();

/** Starts a game as White. */
async function startGame(person, { level = 1, variant = 'standard', clock = '-' } = {}) {
  await person.open('/computer');
  await person.page.getByRole('radio', { name: String(level), exact: true }).check({ force: true });
  await person.page.getByRole('radio', { name: 'White' }).check({ force: true });
  await person.page.getByLabel('Variant').selectOption(variant);
  await person.page.getByLabel('Clock').selectOption(clock);
  await person.button('Play').click();
  await person.waitForBoard();
}

const moveCount = person => person.page.locator('.moves .m').count();

/** Waits for the answer of the computer: the list has `count` moves, and it is our turn. */
async function waitForMoves(person, count) {
  await person.page.waitForFunction(
    wanted => document.querySelectorAll('.moves button.m').length === wanted && document.querySelector('.status-line.yours'),
    count,
  );
}

test('a game with a hint, taking back, playing again and a reload', async () => {
  const person = await club.arrive();
  await startGame(person);
  await person.clickMove('e2', 'e4');
  await waitForMoves(person, 2);
  await person.page.waitForFunction(() => /^[A-E]\d\d\w/.test(document.querySelector('.opening')?.textContent ?? ''));
  await person.button('Hint').click();
  await person.text(/^Your move\. Hint: \S+\.$/).waitFor();
  await person.typeMove('a3');
  await waitForMoves(person, 4);
  await person.button('Take back').click();
  await waitForMoves(person, 2);
  await person.page.getByRole('button', { name: 'Redo the move' }).click();
  await waitForMoves(person, 4);
  await person.page.reload();
  await person.waitForBoard();
  await waitForMoves(person, 4);
  await person.confirm('Resign');
  await person.seesResult('0–1', /You lose.*You resigned on move 2/);
  const [file] = await Promise.all([person.page.waitForEvent('download'), person.button('Download PGN').last().click()]);
  assert.match(file.suggestedFilename(), /^computer-.*\.pgn$/);
});

test('small phones say that the engine did not start, and cover no action', async () => {
  const person = await club.arrive(sizes.small);
  await person.page.route(/engine.*\.wasm/, route => route.abort());
  await startGame(person);
  await person.clickMove('e2', 'e4');
  const line = person.page.locator('.status-line', { hasText: 'The engine could not be started' });
  await line.waitFor();
  await becomes(
    () => Promise.all([line, person.page.locator('.actions')].map(boxOf)),
    ([error, actions]) => error.y + error.height <= actions.y,
  );
  await person.page.unroute(/engine.*\.wasm/);
  await person.button('Try again').click();
  await waitForMoves(person, 2);
});

test('an illegal move is refused in words', async () => {
  const person = await club.arrive();
  await startGame(person);
  await person.typeMove('e5');
  await person.text('The pawn on e2 does not move to e5.').waitFor();
  await becomes(() => moveCount(person), 0);
});

test('the first letter of a move opens the field', async () => {
  const person = await club.arrive();
  await startGame(person);
  await person.page.keyboard.type('Nf3');
  await person.page.keyboard.press('Enter');
  await waitForMoves(person, 2);
});

test('it plays on without a connection', async () => {
  const person = await club.arrive();
  await startGame(person, { level: 2 });
  await person.clickMove('d2', 'd4');
  await waitForMoves(person, 2);
  await person.context.setOffline(true);
  await person.clickMove('c2', 'c4');
  await waitForMoves(person, 4);
});

test('every variant can be played, also on a phone', async () => {
  const person = await club.arrive(sizes.phone);
  for (const variant of ['chess960', 'crazyhouse', 'kingOfTheHill', 'threeCheck', 'antichess', 'atomic', 'horde', 'racingKings', 'amazon']) {
    await person.page.goto(`${person.server.url}/help`);
    await person.page.evaluate(() => localStorage.removeItem('computer-game'));
    await startGame(person, { variant, clock: '5+3' });
    // Hints know a legal move of any variant.
    await person.button('Hint').click();
    const hint = await person.text(/Hint: /).textContent();
    assert.match(hint, /^Your move\. Hint: \S+\.$/, variant);
  }
});

/** Lets the engine think only after `releaseEngine()`, however quick it is. */
const holdEngine = page =>
  page.evaluate(() => {
    const send = Worker.prototype.postMessage;
    const held = [];
    Worker.prototype.postMessage = function (...message) {
      held.push([this, message]);
    };
    window.releaseEngine = () => {
      Worker.prototype.postMessage = send;
      for (const [worker, message] of held) send.apply(worker, message);
    };
  });

test('a premove is played as soon as the computer has moved', async () => {
  const person = await club.arrive();
  await startGame(person);
  await holdEngine(person.page);
  await person.clickMove('e2', 'e4');
  await person.clickMove('d2', 'd4');
  await person.page.waitForSelector('square.current-premove');
  await person.page.evaluate(() => window.releaseEngine());
  await waitForMoves(person, 4);
  await becomes(() => person.page.locator('.moves button.m').nth(2).textContent(), 'd4');
});

test('the clock goes on where it was when the page is loaded again', async () => {
  const person = await club.arrive();
  await startGame(person, { clock: '5+3' });
  await person.clickMove('e2', 'e4');
  await waitForMoves(person, 2);
  const clockLabel = () => person.page.locator('.player.bottom .clock').getAttribute('aria-label');
  const secondsLeft = async () => {
    const label = await clockLabel();
    const [minutes, seconds] = [/(\d+) minute/, /(\d+) second/].map(part => Number(part.exec(label)?.[1] ?? 0));
    return minutes * 60 + seconds;
  };
  const before = await secondsLeft();
  await person.page.waitForFunction(label => document.querySelector('.player.bottom .clock').ariaLabel !== label, await clockLabel());
  await person.page.reload();
  await person.waitForBoard();
  const left = await secondsLeft();
  assert.ok(left < before && left > 240, `${left} of ${before} seconds left`);
});
