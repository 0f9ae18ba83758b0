// SPDX-License-Identifier: MIT
/* Everything without a mouse, and what a screen reader hears of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from './support/becomes.mjs';
import { startGame } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';

const club = useServer();

/** Presses Tab until an element has the focus. */
async function tabTo(person, locator) {
  await locator.waitFor();
  for (let i = 0; i < 120; i++) {
    if (await locator.evaluate(element => element === document.activeElement || element.contains(document.activeElement))) return;
    await person.page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not lead to ${locator}`);
}

const press = async (person, ...keys) => {
  for (const key of keys) await person.page.keyboard.press(key);
};

const grid = person => person.page.getByRole('grid');
const focusedSquare = person => person.page.evaluate(() => document.activeElement?.dataset.square ?? null);

/** Goes to a square with the arrows; the board must have the focus. */
async function goTo(person, square) {
  const black = await person.isBlackBelow();
  for (let i = 0; i < 16; i++) {
    const here = await focusedSquare(person);
    const files = (square.charCodeAt(0) - here.charCodeAt(0)) * (black ? -1 : 1);
    const ranks = (Number(square[1]) - Number(here[1])) * (black ? -1 : 1);
    if (!files && !ranks) return;
    await press(person, files ? (files > 0 ? 'ArrowRight' : 'ArrowLeft') : ranks > 0 ? 'ArrowUp' : 'ArrowDown');
  }
}

/** Moves square by square. */
async function gridMove(person, from, to) {
  await tabTo(person, grid(person));
  await goTo(person, from);
  await press(person, 'Enter');
  await goTo(person, to);
  await press(person, 'Enter');
}

const isAsked = person => person.page.evaluate(() => Boolean(document.activeElement?.closest('.confirm')));

/** Presses a button that asks first, and answers with a key: the question has the focus. It goes away by itself; a key that
 * came too late has pressed the first button of the row, which asks, too. */
async function answer(person, name, key) {
  do {
    if (await isAsked(person)) await press(person, 'Escape');
    await tabTo(person, person.button(name));
    await press(person, 'Enter');
    await becomes(() => isAsked(person), true);
    await press(person, key);
  } while (await isAsked(person));
}

const says = (person, level, text) =>
  person.page.waitForFunction(([id, wanted]) => new RegExp(wanted).test(document.querySelector(`#live-${id}`)?.textContent ?? ''), [level, text]);

test('a game: a promotion, a premove, an offer with its answer, resigning', async () => {
  const [white, black] = [await club.arrive(), await club.arrive()];
  await startGame(white, black, { fen: '8/P6k/8/8/8/8/8/K7 w - - 0 1' });
  await gridMove(white, 'a7', 'a8');
  await white.button('rook').waitFor();
  await press(white, 'r');
  await black.sees('a8=R');
  await says(black, 'polite', 'promotes to rook');
  await becomes(() => focusedSquare(white), 'a8', 'the keyboard is on the board again');
  await gridMove(white, 'a1', 'b2');
  await says(white, 'polite', 'a1–b2');
  await gridMove(black, 'h7', 'g7');
  await black.sees('Kg7', 'Kb2');
  await answer(black, '½ Draw', 'Enter');
  await says(white, 'polite', 'offers a draw');
  await tabTo(white, white.button('Decline').first());
  await press(white, 'Enter');
  await says(black, 'polite', 'declined');
  await answer(black, 'Resign', 'Escape');
  await black.page.waitForFunction(() => document.activeElement?.closest('.actions') && !document.querySelector('.confirm:not(.offer)'));
  await answer(black, 'Resign', 'Enter');
  await says(white, 'assertive', 'You win.*resigned');
  await says(black, 'assertive', 'You lose');
  await black.page.waitForFunction(() => document.activeElement?.textContent === 'Rematch');
});

test('a piece of the pocket is picked by its number', async () => {
  const [white, black] = [await club.arrive(), await club.arrive()];
  await startGame(white, black, { variant: 'crazyhouse', fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq - 0 1' });
  await press(white, '2');
  await white.page.waitForFunction(() => document.activeElement?.dataset.square);
  await goTo(white, 'e4');
  await press(white, 'Enter');
  await black.sees('N@e4');
});

test('an analysis with variations, and back to the keys after the help', async () => {
  const person = await club.arrive();
  await person.open('/analysis');
  await person.page.waitForSelector('.ana .board piece');
  await gridMove(person, 'e2', 'e4');
  await says(person, 'polite', 'pawn e4');
  await gridMove(person, 'e7', 'e5');
  await person.page.evaluate(() => document.activeElement.blur());
  await press(person, 'ArrowLeft');
  await press(person, 'c', '5', 'Enter');
  await says(person, 'polite', 'pawn c5');
  await press(person, 'Escape', 'Shift+ArrowLeft');
  await press(person, 'Shift+ArrowRight');
  await says(person, 'polite', 'pawn c5');
  await press(person, '?');
  await person.page.waitForSelector('dialog[open]');
  await press(person, 'Escape');
  await person.page.waitForSelector('dialog[open]', { state: 'detached' });
  await becomes(() => person.page.locator('.tree .m').allTextContents(), ['e4', 'e5', 'c5']);
});

test('the focus returns to the button of a menu after a choice, and after the dialog of one', async () => {
  const [white, black] = [await club.arrive(), await club.arrive()];
  await white.register('Menu_Mia');
  await startGame(white, black);
  const more = white.button('More');
  const isFocused = () => more.evaluate(element => element === document.activeElement);
  const choose = async name => {
    await press(white, 'Enter');
    await tabTo(white, white.page.locator('.menu').getByRole('button', { name }));
    await press(white, 'Enter');
  };
  await more.waitFor();
  await tabTo(white, more);
  await choose('Sound off');
  await becomes(isFocused, true);
  await choose('Private note');
  await white.page.waitForSelector('dialog[open] textarea');
  await press(white, 'Escape');
  await becomes(isFocused, true);
  await press(white, 'Enter', 'Shift+Tab', 'Shift+Tab');
  await white.page.locator('.popover-box .menu').waitFor({ state: 'detached' });
});

test('low time is announced, against the computer too', async () => {
  const person = await club.arrive();
  await person.page.clock.install();
  await person.open('/computer?level=1&color=white&clock=1%2B0');
  await person.waitForBoard();
  await press(person, 'e', '4', 'Enter');
  await person.page.clock.runFor(3000);
  await person.page.waitForFunction(() => document.querySelectorAll('.moves button.m').length === 2);
  await person.page.clock.runFor(31_000);
  await says(person, 'assertive', '30 seconds left');
});

test('against the computer the focus goes to the board, and after resigning to the next game', async () => {
  const person = await club.arrive();
  await person.open('/computer');
  await tabTo(person, person.button('Play'));
  await press(person, 'Enter');
  await person.waitForBoard();
  await person.page.waitForFunction(() => document.activeElement?.dataset.square);
  await answer(person, 'Resign', 'Enter');
  await person.page.waitForFunction(() => document.activeElement?.textContent === 'Play again');
  await press(person, 'Enter');
  await person.page.waitForFunction(() => document.activeElement?.dataset.square);
  await tabTo(person, person.button('New game'));
  await press(person, 'Enter');
  await tabTo(person, person.page.locator('dialog').getByRole('button', { name: 'Play', exact: true }));
  await press(person, 'Enter');
  await person.page.waitForFunction(() => document.activeElement?.dataset.square);
});
