// SPDX-License-Identifier: MIT
/* The analysis board and the review of a game, with the engine in the page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from './support/becomes.mjs';
import { sizes, startGame } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';

const club = useServer();

const PGN = `[Event "Club"]
[White "Anderssen"]
[Black "Jean"]
[Result "1-0"]

1. e4 {[%clk 0:04:50]} e5 {[%clk 0:04:40]} 2. Bc4 Nc6 {Fine.} (2... Nf6 3. d3 (3. d4 exd4) c6) 3. Qh5 Nf6 4. Qxf7# 1-0
`;

async function openAnalysis(path = '/analysis', size = sizes.desk) {
  const person = await club.arrive(size);
  await person.open(path);
  await person.page.waitForSelector('.ana .board piece');
  return person;
}

/** Switches the engine off, for tests that do not need it. */
async function quiet(person) {
  await person.page.getByRole('switch', { name: 'Engine' }).uncheck();
}

const movesOf = person => person.page.locator('.tree .m').allTextContents();

async function seesMoves(person, text) {
  await person.page.waitForFunction(
    wanted => [...document.querySelectorAll('.tree .m')].map(move => move.firstChild.textContent).join(' ') === wanted,
    text,
  );
}

async function seesCurrent(person, san) {
  await person.page.waitForFunction(wanted => (document.querySelector('.tree [aria-current]')?.firstChild?.textContent ?? '') === wanted, san);
}

/** Clicks moves, each after the one before is there. */
async function playMoves(person, ...moves) {
  for (const [from, to, san] of moves) {
    await person.clickMove(from, to);
    await seesCurrent(person, san);
  }
}

/** Types a move without looking for the field. */
async function typeKeys(person, text) {
  for (const letter of text) await person.page.keyboard.press(letter);
  await person.page.keyboard.press('Enter');
  await person.page.evaluate(() => document.activeElement.blur());
}

const paste = (person, text) =>
  person.page.evaluate(pasted => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);

test('moves by dragging, clicking and typing make variations; keys walk through them', async () => {
  const person = await openAnalysis();
  await quiet(person);
  await person.dragMove('e2', 'e4');
  await seesMoves(person, 'e4');
  await person.clickMove('c7', 'c5');
  await seesMoves(person, 'e4 c5');
  await typeKeys(person, 'Nf3');
  await seesMoves(person, 'e4 c5 Nf3');
  await person.page.keyboard.press('ArrowLeft');
  await seesCurrent(person, 'c5');
  await typeKeys(person, 'c3');
  await seesMoves(person, 'e4 c5 Nf3 c3');
  await becomes(() => person.page.locator('.tree .var .m').count(), 1);
  await person.page.keyboard.press('Shift+ArrowLeft');
  await seesCurrent(person, 'c5');
  await person.page.keyboard.press('Shift+ArrowRight');
  await seesCurrent(person, 'c3');
  await person.page.keyboard.press('Home');
  await seesCurrent(person, '');
  await person.text('Sicilian Defense').waitFor({ state: 'detached' });
  await person.page.keyboard.press('ArrowDown');
  await seesCurrent(person, 'c3');
  await person.text(/Sicilian Defense: Alapin/).waitFor();
});

test('changes are undone, done again, promoted and deleted', async () => {
  const person = await openAnalysis();
  await quiet(person);
  await playMoves(person, ['e2', 'e4', 'e4'], ['e7', 'e5', 'e5']);
  await person.page.keyboard.press('Home');
  await seesCurrent(person, '');
  await person.clickMove('d2', 'd4');
  await seesMoves(person, 'e4 d4 e5');
  await person.page.keyboard.press('Control+z');
  await seesMoves(person, 'e4 e5');
  await person.page.keyboard.press('Control+y');
  await seesMoves(person, 'e4 d4 e5');
  await person.page.keyboard.press('Shift+ArrowRight');
  await seesCurrent(person, 'd4');
  await person.page.getByRole('tab', { name: 'Comments' }).click();
  await person.page.getByLabel(/Comment on/).fill('Closed games.');
  await person.button('good move').click();
  await person.button('Make it the main line').click();
  await person.page.getByRole('tab', { name: 'Moves' }).click();
  await seesMoves(person, 'd4 e4 e5');
  await becomes(async () => (await movesOf(person))[0], /^d4!/);
  await person.text('Closed games.').waitFor();
  await person.page.getByRole('tab', { name: 'Comments' }).click();
  await person.button('Delete from here').click();
  await person.page.getByRole('tab', { name: 'Moves' }).click();
  await seesMoves(person, 'e4 e5');
});

test('the engine finds a mate, draws it and plays it', async () => {
  const person = await openAnalysis('/analysis/6k1/5ppp/8/8/8/8/8/K2R4_w_-_-_0_1');
  await person.page.locator('.engine .score', { hasText: '#1' }).waitFor();
  await person.page.locator('.cg-shapes line').first().waitFor({ state: 'attached' });
  await person.page.keyboard.press(' ');
  await seesMoves(person, 'Rd8#');
  await person.page.locator('.engine', { hasText: 'Checkmate' }).waitFor();
  await person.page.keyboard.press('l');
  await person.page.keyboard.press('ArrowLeft');
  await person.page.locator('.engine', { hasText: 'The engine is off.' }).waitFor();
});

test('a search follows the position at once, with as many lines as wanted', async () => {
  const person = await openAnalysis();
  await person.page.waitForFunction(() => document.querySelectorAll('.pv button').length === 3);
  await person.clickMove('e2', 'e4');
  await person.page.locator('.pv .line', { hasText: /^1…/ }).first().waitFor();
  await person.button('Engine settings').click();
  await person.page.getByRole('radiogroup', { name: 'Lines' }).getByRole('radio', { name: '5' }).check();
  await person.page.waitForFunction(() => document.querySelectorAll('.pv button').length === 5);
});

test('a comment is typed while the engine reports its lines', async () => {
  const person = await openAnalysis();
  await person.page.getByRole('tab', { name: 'Comments' }).click();
  await person.page.locator('.pv button').first().waitFor();
  const field = person.page.getByLabel(/Comment on/);
  await field.pressSequentially('A slow writer', { delay: 100 });
  await becomes(() => field.inputValue(), 'A slow writer');
  await person.page.getByRole('tab', { name: 'Moves' }).click();
  await person.page.locator('.tree', { hasText: 'A slow writer' }).waitFor();
});

test('a comment that is being written stays with its move when another one is shown', async () => {
  const person = await openAnalysis();
  await quiet(person);
  await playMoves(person, ['e2', 'e4', 'e4'], ['e7', 'e5', 'e5']);
  await person.page.getByRole('tab', { name: 'Comments' }).click();
  await person.page.getByLabel('Comment on 1…').pressSequentially('Symmetrical');
  const { x, y } = await person.squareAt('d4');
  await person.page.mouse.move(x, y);
  await person.page.mouse.wheel(0, -200);
  await becomes(() => person.page.getByLabel(/Comment on 1\. e4/).inputValue(), '');
  await person.page.getByRole('tab', { name: 'Moves' }).click();
  await becomes(() => person.page.locator('.tree').textContent(), /e5\s*Symmetrical/);
});

test('moves that cannot be written as PGN now say so', async () => {
  const person = await openAnalysis();
  await quiet(person);
  await playMoves(person, ['e2', 'e4', 'e4']);
  await person.page.route('**/assets/pgn*.wasm', route => route.abort());
  const says = await person.lookOutFor('.toast', 'Something went wrong');
  await person.button('Copy PGN').click();
  await says();
});

test('a promotion that waits for a choice is gone when another position is shown', async () => {
  const person = await openAnalysis('/analysis/8/4P3/8/8/8/k7/8/4K3_w_-_-_0_1');
  await quiet(person);
  await playMoves(person, ['e1', 'd2', 'Kd2'], ['a3', 'b3', 'Kb3']);
  await person.clickMove('e7', 'e8');
  await person.page.locator('.promo').waitFor();
  await person.page.keyboard.press('ArrowLeft');
  await seesCurrent(person, 'Kd2');
  await person.page.locator('.promo').waitFor({ state: 'detached' });
  await person.page.keyboard.press('ArrowRight');
  await seesCurrent(person, 'Kb3');
  assert.equal(await person.page.locator('.promo').count(), 0);
});

test('PGN is pasted, shown with variations and comments, and copied', async () => {
  const person = await openAnalysis();
  await quiet(person);
  await paste(person, PGN);
  await seesMoves(person, 'e4 e5 Bc4 Nc6 Nf6 d3 d4 exd4 c6 Qh5 Nf6 Qxf7#');
  await person.text('Fine.').waitFor();
  await person.text('Anderssen').waitFor();
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await person.button('Copy PGN').click();
  const copied = await person.page.waitForFunction(() => navigator.clipboard.readText());
  assert.match((await copied.jsonValue()).replace(/\s+/g, ' '), /2\. Bc4 Nc6 \{Fine\.\} \(2\.\.\. Nf6 3\. d3 \(3\. d4 exd4\) 3\.\.\. c6\) 3\. Qh5/);
});

test('null moves of a PGN are shown and stepped through', async () => {
  const person = await openAnalysis();
  await paste(person, '1. e4 -- 2. d4 e5 *');
  await seesMoves(person, 'e4 -- d4 e5');
  for (const san of ['e4', '--', 'd4', 'e5']) {
    await person.page.keyboard.press('ArrowRight');
    await seesCurrent(person, san);
  }
  await person.page.waitForFunction(() => /^[+−–-]?\d/.test(document.querySelector('.engine .score')?.textContent ?? ''));
});

test('variations are there after a reload, until one starts anew', async () => {
  const person = await openAnalysis();
  await quiet(person);
  await playMoves(person, ['e2', 'e4', 'e4'], ['e7', 'e5', 'e5']);
  await person.page.keyboard.press('ArrowLeft');
  await seesCurrent(person, 'e4');
  await playMoves(person, ['c7', 'c5', 'c5']);
  await person.page.reload();
  await person.page.waitForSelector('.ana .board piece');
  await seesMoves(person, 'e4 e5 c5');
  await seesCurrent(person, 'c5');
  await person.button('Start over').click();
  await seesMoves(person, '');
  await person.page.waitForFunction(() => localStorage.getItem('analysis') === 'null');
  await person.page.reload();
  await person.page.waitForSelector('.ana .board piece');
  await becomes(() => movesOf(person), []);
});

test('a file with several games is dropped, and one is chosen', async () => {
  const person = await openAnalysis();
  await quiet(person);
  await person.page.evaluate(text => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'games.pgn'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, `${PGN}\n[White "Morphy"]\n[Black "Paulsen"]\n\n1. d4 d5 *\n`);
  await person.button(/Morphy – Paulsen/).click();
  await seesMoves(person, 'd4 d5');
});

test('what cannot be opened is explained', async () => {
  const person = await openAnalysis();
  await quiet(person);
  await person.button('Open PGN or FEN').first().click();
  await person.page.locator('#import-text').fill('8/8/8/8/8/8/8/8 w - - 0 1');
  await person.button('Open').click();
  await person.page.getByRole('alert').filter({ hasText: 'king' }).waitFor();
  await person.page.keyboard.press('Escape');
  await person.open('/analysis/garbage');
  await person.text('This position cannot be played.').waitFor();
});

test('crazyhouse: a piece is dropped from the pocket', async () => {
  const person = await openAnalysis('/analysis?variant=crazyhouse');
  await quiet(person);
  await playMoves(person, ['e2', 'e4', 'e4'], ['d7', 'd5', 'd5'], ['e4', 'd5', 'exd5'], ['d8', 'd5', 'Qxd5']);
  await person.page.getByRole('group', { name: 'White’s pocket' }).getByRole('button', { name: 'pawn' }).click();
  await person.clickSquare('e6');
  await seesMoves(person, 'e4 d5 exd5 Qxd5 P@e6');
});

test('a position is analysed by touch on a phone', async () => {
  const person = await openAnalysis('/analysis', sizes.phone);
  await person.tapMove('e2', 'e4');
  await seesMoves(person, 'e4');
  await person.page.locator('.pv .line', { hasText: /^1…/ }).first().waitFor();
  await person.page.getByRole('tab', { name: 'Summary' }).tap();
  await person.page.locator('.summary #fen').waitFor();
});

test('a game is reviewed: the graph fills, mistakes are marked, n finds them', async () => {
  const [white, black] = [await club.arrive(), await club.arrive()];
  const id = await startGame(white, black);
  const moves = ['e4', 'e5', 'Bc4', 'Nc6', 'Qh5', 'Nf6', 'Qxf7#'];
  for (const [i, san] of moves.entries()) {
    const [mover, other] = i % 2 ? [black, white] : [white, black];
    await mover.typeMove(san);
    await other.sees(san);
  }
  await white.open(`/${id}/review`);
  await seesCurrent(white, 'Qxf7#');
  await white.page.locator('.acc .g-blunder').first().waitFor();
  await white.page.locator('.graph .curve').waitFor();
  await white.page.locator('.tree .bl', { hasText: 'Nf6' }).waitFor();
  const progress = await white.page.getByText(/Move \d+ of \d+/).textContent({ timeout: 2000 }).catch(() => 'Move 7 of 7');
  assert.match(progress, /^Move [0-7] of 7$/);
  await white.page.getByText(/Move \d+ of \d+/).waitFor({ state: 'detached' });
  await becomes(() => white.page.locator('.graph').textContent(), /Qxf7#, #(?!\d)/, 'the mate is on the board');
  await white.page.keyboard.press('Home');
  await white.page.keyboard.press('n');
  await white.page.waitForFunction(() => /[?]/.test(document.querySelector('.tree [aria-current]')?.textContent ?? ''));
  await white.open(`/${id}/review#2`);
  await seesCurrent(white, 'e5');
});

test('a running game is not reviewed: the page says so and leads to the game', async () => {
  const [white, black] = [await club.arrive(), await club.arrive()];
  const id = await startGame(white, black);
  await white.typeMove('e4');
  await black.sees('e4');
  await black.typeMove('e5');
  await white.sees('e5');
  for (const person of [white, await club.arrive()]) {
    await person.open(`/${id}/review`);
    await person.text('This game is still running.').waitFor();
    await becomes(() => person.page.locator('.ana, .board, .acc').count(), 0);
    assert.doesNotMatch(await person.page.title(), /Review/);
    await person.page.getByRole('link', { name: 'To the game' }).click();
    await person.sees('e4', 'e5');
  }
});

test('a review of a game that does not exist says so', async () => {
  const person = await club.arrive();
  await person.open('/zzzzzzzz/review');
  await person.text('There is no such game.').waitFor();
});

test('a link has the moves with their variations, and garbage in it is refused with a word', async () => {
  const person = await openAnalysis('/analysis?moves=e2e4.e7e5(c7c5.g1f3).b1c3#1');
  await seesMoves(person, 'e4 e5 c5 Nf3 Nc3');
  await seesCurrent(person, 'e4');
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const wasTold = await person.lookOutFor('[role=status], .toast', 'Copied.');
  await person.button('Copy link').first().click();
  await wasTold();
  const link = new URL(await person.page.evaluate(() => navigator.clipboard.readText()));
  assert.equal(link.searchParams.get('moves'), 'e2e4.e7e5(c7c5.g1f3).b1c3');
  await person.open('/analysis?moves=e2e4(d2d4');
  await person.text('The moves of this link cannot be read.').waitFor();
});

test('a short message stays while the pointer or the focus is on it', async () => {
  const person = await openAnalysis('/analysis?moves=e2e4');
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await person.page.clock.install();
  const message = person.page.locator('.toast', { hasText: 'Copied.' });
  for (const [hold, release] of [
    [() => message.hover(), () => person.page.mouse.move(0, 0)],
    [() => message.getByRole('button', { name: 'Close' }).focus(), () => person.page.locator('body').press('Shift+Tab')],
  ]) {
    await person.button('Copy link').first().click();
    await hold();
    await person.page.clock.runFor(60_000);
    assert.equal(await message.count(), 1);
    await release();
    await becomes(() => message.count(), 0);
  }
});

test('the cards beside the board have the whole height of the window', async () => {
  const person = await openAnalysis('/analysis', { viewport: { width: 1280, height: 800 } });
  const box = await person.page.locator('.g-side').boundingBox();
  assert.ok(box.y + box.height >= 780 && box.y + box.height <= 800, JSON.stringify(box));
});
