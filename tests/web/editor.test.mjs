// SPDX-License-Identifier: MIT
/* The board editor by mouse, touch and keyboard. */
import { test } from 'node:test';
import { becomes } from './support/becomes.mjs';
import { sizes } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';

const club = useServer();
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

async function openEditor(path = '/editor', size = sizes.desk) {
  const person = await club.arrive(size);
  await person.open(path);
  await person.page.waitForSelector('.editor cg-board');
  return person;
}

const fenField = person => person.page.getByLabel('FEN');

async function seesFen(person, fen) {
  await person.page.waitForFunction(wanted => [...document.querySelectorAll('input')].some(input => input.value === wanted), fen);
}

/** Drags from the middle of an element to a square. */
async function dragTo(person, locator, square) {
  const box = await locator.boundingBox();
  const end = await person.squareAt(square);
  await person.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await person.page.mouse.down();
  await person.page.mouse.move(end.x, end.y, { steps: 5 });
  await person.page.mouse.up();
}

test('pieces are moved, put and removed by mouse', async () => {
  const person = await openEditor();
  await seesFen(person, START);
  await person.dragMove('a1', 'a4');
  await seesFen(person, 'rnbqkbnr/pppppppp/8/8/R7/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1');
  await dragTo(person, person.button('white queen'), 'd5');
  await seesFen(person, 'rnbqkbnr/pppppppp/8/3Q4/R7/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1');
  await person.button('Remove pieces').click();
  await person.clickSquare('h7');
  await seesFen(person, 'rnbqkbnr/ppppppp1/8/3Q4/R7/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1');
  await person.page.waitForURL(/\/editor\/rnbqkbnr\/ppppppp1\/8\/3Q4\/R7/);
});

test('pieces are put by touch', async () => {
  const person = await openEditor('/editor/8/8/8/4k3/8/8/8/4K3_w_-_-_0_1', sizes.phone);
  await person.button('white rook').tap();
  await person.tapSquare('a1');
  await seesFen(person, '8/8/8/4k3/8/8/8/R3K3 w - - 0 1');
  await person.page.getByText('White, long O-O-O').tap();
  await seesFen(person, '8/8/8/4k3/8/8/8/R3K3 w Q - 0 1');
});

test('a finger drags a piece from the palette', async () => {
  const person = await openEditor('/editor/8/8/8/4k3/8/8/8/4K3_w_-_-_0_1', sizes.phone);
  const box = await person.button('white queen').boundingBox();
  const end = await person.squareAt('d4');
  const client = await person.context.newCDPSession(person.page);
  const touch = (type, x, y) => client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  await touch('touchStart', box.x + box.width / 2, box.y + box.height / 2);
  await touch('touchMove', box.x + box.width / 2, box.y - 20);
  await touch('touchMove', end.x, end.y);
  await touch('touchEnd');
  await seesFen(person, '8/8/8/4k3/3Q4/8/8/4K3 w - - 0 1');
});

test('pieces are put, moved and removed by keyboard', async () => {
  const person = await openEditor();
  await person.page.locator('[data-square="e4"]').focus();
  await person.page.keyboard.press('N');
  await seesFen(person, 'rnbqkbnr/pppppppp/8/8/4N3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
  await becomes(() => person.page.locator('#live-polite').textContent(), /e4, white knight/);
  for (const key of ['Enter', 'ArrowUp', 'Enter']) await person.page.keyboard.press(key);
  await seesFen(person, 'rnbqkbnr/pppppppp/8/4N3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
  await person.page.keyboard.press('Delete');
  await seesFen(person, START);
});

test('the FEN works both ways and says what is wrong', async () => {
  const person = await openEditor();
  await fenField(person).fill('8/8/8/4k3/8/8/8/8 w - - 0 1');
  await person.text('White has no king.').waitFor();
  await fenField(person).fill('8/8/8/4k3/8/8/8/3QK3 w - - 0 1');
  await person.page.waitForSelector('piece.white.queen');
  await person.button('Clear board').click();
  await person.text(/The board is empty/).waitFor();
  await becomes(() => person.button('Analyse').isDisabled(), true);
  await fenField(person).fill('8/8/8/4k3/8/8/8/3QK3 w - - 0 1');
  await person.page.getByRole('link', { name: 'Play the computer' }).click();
  await person.text('The game starts from the position of the editor.').waitFor();
});

test('pockets belong to crazyhouse', async () => {
  const person = await openEditor('/editor?variant=crazyhouse');
  await person.page.getByRole('group', { name: 'White’s pocket' }).getByLabel('knight').fill('2');
  await seesFen(person, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[NN] w KQkq - 0 1');
});

test('a friend is invited to play from the position', async () => {
  const person = await openEditor('/editor/8/8/8/4k3/8/8/8/3QK3_w_-_-_0_1');
  await person.page.getByRole('link', { name: 'Play a friend' }).click();
  await person.text('From position, casual').waitFor();
});

test('the address is copied where the browser has no clipboard for scripts, as without TLS', async () => {
  const person = await club.arrive();
  await person.page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await person.open('/editor/8/8/8/4k3/8/8/8/3QK3_w_-_-_0_1');
  await person.page.waitForSelector('.editor cg-board');
  await person.button('Copy the link').click();
  await person.text('Link copied.').waitFor();
  await becomes(() => person.page.evaluate(() => document.activeElement.textContent), 'Copy the link');
  await fenField(person).press('Control+a');
  await fenField(person).press('Control+v');
  await becomes(() => fenField(person).inputValue(), /\/editor\/8\/8\/8\/4k3\/8\/8\/8\/3QK3_w/);
});
