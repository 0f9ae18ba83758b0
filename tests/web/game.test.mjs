// SPDX-License-Identifier: MIT
/* Two people at a board, in two windows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from './support/becomes.mjs';
import { boxOf, makeGame, sizes, startGame } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';
import { playMoves } from './support/pages.mjs';

const club = useServer();

async function twoPlayers(terms) {
  const white = await club.arrive();
  const black = await club.arrive();
  await startGame(white, black, terms);
  return [white, black];
}

/** Plays moves in UCI notation by clicks, White first. */
async function play(white, black, moves) {
  for (const [i, move] of moves.entries()) {
    const mover = i % 2 ? black : white;
    await mover.page.waitForSelector('.status-line.yours');
    await mover.clickMove(move.slice(0, 2), move.slice(2, 4));
    await (i % 2 ? white : black).page.waitForSelector('.status-line.yours, .result');
  }
}

test('a game to mate by dragging, by clicking and by typing', async () => {
  const [white, black] = await twoPlayers();
  await white.dragMove('e2', 'e4');
  await black.sees('e4');
  await black.clickMove('e7', 'e5');
  await white.sees('e4', 'e5');
  await white.typeMove('Qh5');
  await black.sees('Qh5');
  await black.typeMove('Nc6');
  await white.sees('Nc6');
  await white.clickMove('f1', 'c4');
  await black.sees('Bc4');
  await black.dragMove('g8', 'f6');
  await white.sees('Nf6');
  await white.dragMove('h5', 'f7');
  await white.seesResult('1–0', /You win.*Checkmate on move 4/);
  await black.seesResult('1–0', /You lose.*Checkmate on move 4/);
});

test('a move by keyboard alone, square by square', async () => {
  const [white, black] = await twoPlayers();
  await white.page.locator('[data-square="e4"]').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await white.page.keyboard.press(key);
  await black.sees('e4');
  await becomes(() => black.page.locator('#live-polite').textContent(), /pawn e4/);
});

test('the first letter of a move opens the field', async () => {
  const [white, black] = await twoPlayers();
  await white.page.keyboard.type('Nf3');
  await white.page.keyboard.press('Enter');
  await black.sees('Nf3');
});

test('an illegal move that was typed is explained', async () => {
  const [white] = await twoPlayers();
  await white.typeMove('Ke3');
  await white.page.locator('.typed-answer').waitFor();
  await becomes(() => white.page.locator('#live-assertive').textContent(), /king|e3/i);
});

test('a draw is offered and accepted', async () => {
  const [white, black] = await twoPlayers();
  await play(white, black, ['e2e4', 'e7e5']);
  await white.confirm('½ Draw', 'Offer draw');
  await black.button('Accept').click();
  await white.seesResult('½–½', /DrawBy agreement/);
});

test('a draw offer is declined and the game goes on', async () => {
  const [white, black] = await twoPlayers();
  await play(white, black, ['e2e4', 'e7e5']);
  await white.confirm('½ Draw', 'Offer draw');
  const wasTold = await white.lookOutFor('.toast', 'The draw offer was declined.');
  await black.button('Decline').click();
  await wasTold();
  await white.button('½ Draw').waitFor();
});

test('a finger answers a draw offer, and writes at the end of the chat', async () => {
  const white = await club.arrive();
  const black = await club.arrive(sizes.phone);
  await startGame(white, black);
  await play(white, black, ['e2e4', 'e7e5']);
  await black.page.getByRole('button', { name: /^Chat/ }).tap();
  const sheet = black.page.locator('.sheet-chat');
  await becomes(
    () => Promise.all([sheet.locator('.chat'), sheet.locator('.say')].map(boxOf)),
    ([box, say]) => Math.abs(box.y + box.height - say.y - say.height) < 2,
    'the last line of the sheet is the one to write in',
  );
  await black.page.keyboard.press('Escape');
  await white.confirm('½ Draw', 'Offer draw');
  await becomes(
    () => Promise.all([black.button('Decline'), black.page.locator('.actions')].map(boxOf)),
    ([decline, row]) => decline.height >= 40 && decline.y >= row.y && decline.y + decline.height <= row.y + row.height,
    'a whole button',
  );
  await black.button('Decline').tap();
  await white.button('½ Draw').waitFor();
});

test('resigning asks first, and a rematch swaps the colours', async () => {
  const [white, black] = await twoPlayers();
  await play(white, black, ['e2e4', 'e7e5']);
  await white.confirm('Resign', 'Keep playing');
  await white.confirm('Resign');
  await black.seesResult('0–1', /You win.*resigned/);
  await white.button('Rematch').click();
  await black.button('Accept').click();
  for (const person of [white, black]) await person.page.waitForSelector('.game:not(.over) .board piece');
  await becomes(() => white.isBlackBelow(), true);
});

test('a rematch that was declined opens no other game when the page connects again', async () => {
  const [white, black, rival] = await Promise.all([club.arrive(), club.arrive(), club.arrive()]);
  await makeGame(white, rival, { clock: '3 days' });
  await startGame(white, black);
  await play(white, black, ['e2e4', 'e7e5']);
  await white.confirm('Resign');
  await white.button('Rematch').click();
  await black.button('Decline').click();
  await white.button('Rematch').waitFor();
  const shown = white.page.url();
  let starts = 0;
  white.page.on('websocket', socket =>
    socket.on('framereceived', ({ payload }) => {
      starts += Number(String(payload).includes('"t":"start"'));
    }),
  );
  await club.server.kill();
  await white.text('Connection lost').waitFor();
  await club.server.restart();
  await becomes(() => starts, 1);
  await becomes(() => white.page.locator('.banner').count(), 0);
  assert.equal(white.page.url(), shown);
});

test('a game is aborted before the second move', async () => {
  const [white, black] = await twoPlayers();
  await black.confirm('Abort');
  await white.seesResult(null, /Game aborted/);
});

test('a flag falls', async () => {
  const [white, black] = [await club.arrive(), await club.arrive()];
  const game = await startGame(white, black, { clock: '0.1+0' });
  await playMoves(game, white, black, ['e2e4', 'e7e5', 'g1f3']);
  await white.seesResult('1–0', /time ran out/);
  await black.seesResult('1–0', /Your time ran out/);
});

test('a premove is played at once, and Escape cancels one', async () => {
  const [white, black] = await twoPlayers();
  await play(white, black, ['e2e4', 'e7e5', 'g1f3']);
  await white.dragMove('f1', 'c4');
  await white.page.waitForSelector('square.current-premove');
  await black.clickMove('b8', 'c6');
  await black.sees('Nf3', 'Nc6', 'Bc4');
  await white.dragMove('e1', 'g1');
  await white.page.waitForSelector('square.current-premove');
  await white.page.keyboard.press('?');
  await white.page.waitForSelector('dialog[open]');
  await white.page.keyboard.press('Escape'); // closes the dialog alone
  await white.page.waitForSelector('dialog[open]', { state: 'detached' });
  await white.page.waitForSelector('square.current-premove');
  await white.page.keyboard.press('Escape');
  await white.page.waitForSelector('square.current-premove', { state: 'hidden' });
  await black.clickMove('g8', 'f6');
  await white.sees('Nf6');
  await white.page.waitForSelector('.status-line.yours');
});

test('castling, en passant and promotion by mouse', async () => {
  const [white, black] = await twoPlayers({ fen: 'r3k3/7P/8/8/3p4/8/2P5/4K2R w Kq - 0 1' });
  await white.dragMove('e1', 'g1');
  await black.sees('O-O');
  await black.dragMove('e8', 'c8');
  await white.sees('O-O-O');
  await white.dragMove('c2', 'c4');
  await black.sees('c4');
  await black.dragMove('d4', 'c3');
  await white.sees('dxc3');
  await white.dragMove('h7', 'h8');
  await white.button('knight').click();
  await black.sees('h8=N');
});

test('castling in Chess960 by dragging the king to its rook', async () => {
  const [white, black] = await twoPlayers({ variant: 'chess960', fen: 'rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1' });
  await white.dragMove('b1', 'e1');
  await black.sees('O-O');
});

test('a long name of an opening leaves its code on one line', async () => {
  const white = await club.arrive({ viewport: { width: 1280, height: 800 } });
  const black = await club.arrive();
  const game = await startGame(white, black);
  await playMoves(game, white, black, ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1c4', 'g8f6', 'd2d3']);
  const opening = white.page.locator('.opening');
  await opening.getByText("Modern Bishop's Opening").waitFor();
  await becomes(() => boxOf(opening.locator('b')), ({ height }) => height < 24);
});

test('a piece is dropped from the pocket in crazyhouse', async () => {
  const [white, black] = await twoPlayers({ variant: 'crazyhouse' });
  await play(white, black, ['e2e4', 'd7d5', 'e4d5', 'd8d5']);
  await white.page.waitForSelector('.status-line.yours');
  await white.page.locator('.pocket.g-pkb .slot:not([disabled])').first().click();
  await white.clickSquare('e4');
  await black.sees('P@e4');
});

test('a piece that is dropped with the mouse leaves no keyboard focus on the board', async () => {
  const [white, black] = await twoPlayers({ variant: 'crazyhouse' });
  await play(white, black, ['e2e4', 'd7d5', 'e4d5', 'd8d5']);
  await white.page.waitForSelector('.status-line.yours');
  await white.page.locator('.pocket.g-pkb .slot:not([disabled])').first().click();
  await white.page.waitForSelector('.pocket [aria-pressed="true"]');
  const framed = white.page.locator('[role="gridcell"]:focus');
  assert.equal(await framed.count(), 0);
  await white.clickSquare('e4');
  await black.sees('P@e4');
  assert.equal(await framed.count(), 0);
});

test('a spectator who arrives late sees everything and may not move', async () => {
  const [white, black] = await twoPlayers();
  await play(white, black, ['e2e4', 'e7e5', 'g1f3']);
  const spectator = await club.arrive();
  await spectator.open(new URL(white.page.url()).pathname);
  await spectator.sees('e4', 'e5', 'Nf3');
  await spectator.clickMove('b8', 'c6');
  await black.clickMove('b8', 'c6');
  await spectator.sees('Nf3', 'Nc6');
});

test('spectators have the moves, the next game and a chat of their own, on a desk and on a phone', async () => {
  const [white, black] = await twoPlayers();
  await play(white, black, ['e2e4', 'e7e5']);
  const path = new URL(white.page.url()).pathname;
  const [desk, phone] = [await club.arrive(), await club.arrive(sizes.phone)];
  await desk.register('Kiebitz');
  for (const person of [desk, phone]) {
    await person.open(path);
    await person.sees('e4', 'e5');
  }
  await desk.page.getByLabel('Message to the spectators').fill('a quiet game');
  await desk.page.getByLabel('Message to the spectators').press('Enter');
  await phone.page.getByRole('button', { name: 'Chat, 1 new' }).tap();
  await phone.page.locator('.sheet-chat').getByText('a quiet game').waitFor();
  await phone.page.locator('.sheet-chat').getByRole('link', { name: 'Log in to write.' }).waitFor();
  await phone.page.keyboard.press('Escape');
  assert.equal(await white.page.getByText('a quiet game').count(), 0);
  await white.confirm('Resign');
  await phone.seesResult('0–1', /wins.*resigned/);
  await phone.page.getByRole('link', { name: 'Watch TV' }).waitFor();
  await white.button('Rematch').click();
  await black.button('Accept').click();
  await desk.page.getByRole('link', { name: 'To the next game' }).click();
  await desk.page.waitForFunction(before => location.pathname !== before && document.querySelector('.game:not(.over) .board piece'), path);
});

test('chat reaches the opponent', async () => {
  const [white, black] = await twoPlayers();
  await white.page.locator('#chat-say').fill('good luck & have fun <b>');
  await white.page.locator('#chat-say').press('Enter');
  await black.text('good luck & have fun <b>').waitFor();
});

test('a game on a phone by touch', async () => {
  const white = await club.arrive(sizes.phone);
  const black = await club.arrive(sizes.small);
  await startGame(white, black);
  await white.tapMove('e2', 'e4');
  await black.sees('e4');
  await black.tapMove('c7', 'c5');
  await white.sees('c5');
});

test('the board does not move when anything arrives', async () => {
  const [white, black] = await twoPlayers();
  const place = () => white.page.locator('.g-board').boundingBox();
  const before = await place();
  await play(white, black, ['e2e4', 'e7e5', 'g1f3', 'b8c6']);
  await black.page.locator('#chat-say').fill('hello');
  await black.page.locator('#chat-say').press('Enter');
  await black.confirm('½ Draw', 'Offer draw');
  await white.button('Decline').click();
  await black.confirm('Resign');
  await white.seesResult('1–0', /You win/);
  assert.deepEqual(await place(), before);
});

test('lines of the chat are not new again after a reload', async () => {
  const white = await club.arrive();
  const black = await club.arrive(sizes.phone);
  await startGame(white, black);
  const say = async text => {
    await white.page.locator('#chat-say').fill(text);
    await white.page.locator('#chat-say').press('Enter');
  };
  await say('hello');
  await black.page.getByRole('button', { name: 'Chat, 1 new' }).waitFor();
  await black.page.reload();
  await black.waitForBoard();
  await say('there');
  await black.page.getByRole('button', { name: 'Chat, 1 new' }).waitFor();
  assert.equal(await black.page.getByRole('button', { name: 'Chat, 2 new' }).count(), 0);
});

test('there is no chat with the computer, which has one name', async () => {
  const person = await club.arrive(sizes.phone);
  await person.open('/?computer');
  await person.page.locator('dialog .seg label', { hasText: 'On the server' }).click();
  await person.page.getByRole('button', { name: /^Play level/ }).click();
  await person.waitForBoard();
  await person.text('Computer, level 3').waitFor();
  await becomes(() => person.page.getByText('Rookery level').count(), 0);
  await becomes(() => person.page.getByRole('button', { name: /^Chat/ }).count(), 0);
});

test('the menu of a low panel can be reached, and its chat', async () => {
  const [white, black] = [await club.arrive(sizes.small), await club.arrive(sizes.landscape)];
  await startGame(white, black);
  for (const person of [white, black]) {
    await person.page.getByRole('button', { name: 'More' }).tap();
    await person.page.locator('.menu').getByRole('button', { name: 'Chat' }).tap();
    await person.page.locator('.sheet-chat #chat-say').waitFor();
  }
});

test('the menu leads to the preferences, at an address that the server has', async () => {
  const [white] = await twoPlayers();
  await white.page.getByRole('button', { name: 'More' }).click();
  await white.page.locator('.menu').getByRole('button', { name: 'Preferences' }).click();
  await white.page.locator('.pref').first().waitFor();
  assert.equal((await white.page.reload()).status(), 200);
});

test('a preference of the menu that the server does not store is taken back, with the reason', async () => {
  const [white, black] = [await club.arrive(), await club.arrive()];
  await white.register('Silent_Sam');
  await startGame(white, black);
  await white.page.route('**/api/account/preferences', route => route.fulfill({ status: 503, json: { error: 'the store is busy' } }));
  const says = await white.lookOutFor('.toast', 'The store is busy.');
  await white.page.getByRole('button', { name: 'More' }).click();
  await white.page.locator('.menu').getByRole('button', { name: 'Sound off' }).click();
  await says();
  await white.page.getByRole('button', { name: 'More' }).click();
  await white.page.locator('.menu').getByRole('button', { name: 'Sound off' }).waitFor();
});

test('the chat is hidden until its key or button shows it, also after a reload', async () => {
  const [white] = await twoPlayers();
  const chat = white.page.locator('.g-side .chat');
  await chat.locator('.lines').waitFor();
  const board = await boxOf(white.page.locator('.g-board'));
  await chat.getByRole('button', { name: 'Hide' }).click();
  await chat.locator('.lines').waitFor({ state: 'detached' });
  await white.page.reload();
  await white.waitForBoard();
  await chat.getByRole('button', { name: 'Show' }).waitFor();
  assert.equal(await chat.locator('.lines').count(), 0);
  assert.deepEqual(await boxOf(white.page.locator('.g-board')), board);
  await white.page.keyboard.press('/');
  await chat.locator('.lines').waitFor();
  await becomes(() => chat.evaluate(element => element.contains(document.activeElement)), true);
});

test('the position is copied where the browser has no clipboard for scripts, as without TLS', async () => {
  const [white] = await twoPlayers();
  await white.page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await white.page.reload();
  await white.waitForBoard();
  const hasFen = await white.lookOutFor('.toast', 'FEN copied.');
  await white.page.getByRole('button', { name: 'More' }).click();
  await white.page.locator('.menu').getByRole('button', { name: 'Copy FEN' }).click();
  await hasFen();
});

test('the line of an opponent who has left reads as a sentence, and fits a phone in every language', async () => {
  const words = { 'en-GB': 'Gone.Claim winClaim draw', 'de-DE': 'Weg. Beanspruchen:SiegRemis', 'es-ES': 'Se fue. Reclamar:VictoriaTablas' };
  for (const size of [sizes.phone, sizes.small])
    for (const [locale, text] of Object.entries(words)) {
      const [white, black] = [await club.arrive({ ...size, locale }), await club.arrive()];
      const game = await makeGame(white, black, { clock: '30+20' });
      await white.page.routeWebSocket(/\/ws$/, socket => {
        const server = socket.connectToServer();
        server.onMessage(message => {
          socket.send(message);
          if (JSON.parse(message).t === 'game') socket.send(JSON.stringify({ t: 'presence', game, side: 'black', here: false, claimable_in: 0 }));
        });
      });
      await white.open(`/${game}`);
      const line = white.page.locator('.claim');
      await becomes(() => line.textContent(), text);
      const fits = await line.evaluate(element => {
        const bar = element.closest('.player');
        const [clock, edge] = [bar.querySelector('.clock').getBoundingClientRect(), bar.getBoundingClientRect()];
        return [...element.querySelectorAll('button')].every(button => {
          const box = button.getBoundingClientRect();
          return box.right <= clock.left && box.bottom <= edge.bottom && box.top >= edge.top;
        });
      });
      assert.ok(fits, `${locale}, ${size.viewport.width}`);
    }
});

test('the menu copies the position and the game, and switches the sound', async () => {
  const [white, black] = await twoPlayers();
  await white.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await play(white, black, ['e2e4', 'e7e5']);
  await white.sees('e4', 'e5');
  const choose = async name => {
    await white.page.getByRole('button', { name: 'More' }).click();
    await white.page.locator('.menu').getByRole('button', { name }).click();
  };
  const copied = () => white.page.evaluate(() => navigator.clipboard.readText());
  const hasFen = await white.lookOutFor('.toast', 'FEN copied.');
  await choose('Copy FEN');
  await hasFen();
  await becomes(copied, /^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\//);
  const hasPgn = await white.lookOutFor('.toast', 'PGN copied.');
  await choose('Copy PGN');
  await hasPgn();
  await becomes(copied, /1\. e4 .*e5/);
  await choose('Sound off');
  await choose('Sound on');
});

test('a member writes a private note about a game, which is there again later', async () => {
  const [white, black] = [await club.arrive(), await club.arrive()];
  await white.register('Notizen');
  await startGame(white, black);
  const openNote = async () => {
    await white.page.getByRole('button', { name: 'More' }).click();
    await white.page.locator('.menu').getByRole('button', { name: 'Private note' }).click();
    return white.page.getByRole('dialog').getByLabel('Private note', { exact: true });
  };
  const saved = white.page.waitForResponse(answer => answer.url().endsWith('/note') && answer.request().method() === 'POST');
  await (await openNote()).fill('Plays the London');
  await white.page.keyboard.press('Escape');
  assert.equal((await saved).status(), 200);
  await white.page.reload();
  await white.waitForBoard();
  const field = await openNote();
  await becomes(() => field.inputValue(), 'Plays the London');
});

test('the wheel over the board steps through the moves', async () => {
  const [white, black] = await twoPlayers();
  await play(white, black, ['e2e4', 'e7e5']);
  await white.sees('e4', 'e5');
  const { x, y } = await white.squareAt('d4');
  await white.page.mouse.move(x, y);
  await white.page.mouse.wheel(0, -100);
  await white.page.locator('.moves [aria-current]', { hasText: 'e4' }).waitFor();
  await white.page.mouse.wheel(0, 100);
  await white.page.locator('.moves [aria-current]', { hasText: 'e5' }).waitFor();
});

test('the moves stay readable beside the result on every phone', async () => {
  const [white, black] = await twoPlayers();
  await play(white, black, ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
  for (const { viewport } of [sizes.phone, sizes.small, sizes.landscape]) {
    await white.page.setViewportSize(viewport);
    await white.sees('f3', 'e5', 'g4', 'Qh4#');
    const { width, height } = viewport;
    const size = `${width}×${height}`;
    const isInSight = move => move.height > 16 && move.y + move.height <= height && move.x + move.width <= width;
    await becomes(() => boxOf(white.page.locator('.moves .m').last()), isInSight, size);
    const boxes = () => Promise.all(['.sheet', '.result'].map(part => boxOf(white.page.locator(part))));
    await becomes(boxes, ([sheet, result]) => sheet.y + sheet.height <= result.y + 1, `${size}: the result covers no move`);
    const hidden = () => white.page.locator('.result').evaluate(box => box.scrollHeight - box.clientHeight);
    await becomes(hidden, pixels => pixels <= 1, `${size}: nothing of the result is hidden`);
    await white.page.getByRole('button', { name: /^Chat, \d/ }).filter({ visible: true }).click();
    await white.page.locator('.sheet-chat #chat-say').waitFor();
    await white.page.keyboard.press('Escape');
    await white.page.locator('.sheet-chat').waitFor({ state: 'detached' });
  }
});

test('a chat line that is refused stays in the field, and the reason stands there', async () => {
  const [white] = await twoPlayers();
  const say = white.page.locator('#chat-say');
  const refusal = white.page.locator('.chat .failed');
  for (let i = 0; i < 40 && !(await refusal.count()); i++) {
    await say.fill(`Hello ${i}`);
    await say.press('Enter');
    await white.page.waitForFunction(
      text => document.querySelector('.chat .failed') || [...document.querySelectorAll('.chat .lines p')].some(line => line.textContent.includes(text)),
      `Hello ${i}`,
    );
  }
  await refusal.waitFor();
  await white.page.waitForFunction(() => document.querySelector('#chat-say').value.startsWith('Hello'));
  await becomes(() => white.page.locator('.status-line').textContent(), /^First move within/);
});

test('before the first moves a game is aborted, not resigned; without a move there is no review', async () => {
  const [white] = await twoPlayers();
  await white.button('Abort').waitFor();
  await becomes(() => white.button('Resign').count(), 0);
  await white.confirm('Abort');
  await white.seesResult(null, /Game aborted/);
  await becomes(() => white.page.getByRole('link', { name: 'Review' }).count(), 0);
  const widths = await white.page.locator('.result .row2').evaluateAll(rows => rows.map(row => [row.clientWidth, row.firstElementChild.getBoundingClientRect().width]));
  for (const [row, link] of widths) assert.ok(Math.abs(row - link) < 2, `${link} of ${row}`);
});

test('a phone without the strip above the board has the chat in view, and members have phrases too', async () => {
  const [white, black] = [await club.arrive(sizes.landscape), await club.arrive(sizes.small)];
  await white.register('Phrase');
  await startGame(white, black);
  for (const person of [white, black]) {
    await person.page.getByRole('button', { name: /^Chat, \d/ }).tap();
    await person.page.locator('.sheet-chat').getByRole('button', { name: 'Good luck!' }).tap();
    await person.page.locator('.sheet-chat .lines').getByText('Good luck!').first().waitFor();
  }
});

test('who sees a game as a small board on the home page is no spectator', async () => {
  const [white] = await twoPlayers();
  const visitor = await club.arrive();
  await visitor.open('/');
  const id = white.page.url().slice(-8);
  await visitor.page.locator(`.minis a[href="/${id}"]`).waitFor();
  const spectator = await club.arrive();
  await spectator.open(`/${id}`);
  await white.text('1 watching').waitFor();
});

/** Enters moves of both sides by clicks and waits until they are listed. */
async function prepare(person, moves, text) {
  await person.button('Prepare a reply').click();
  for (const move of moves) await person.clickMove(move.slice(0, 2), move.slice(2, 4));
  await person.page.locator('.prepared li', { hasText: text }).waitFor();
  await person.button('Done').click();
}

test('conditional moves answer the opponent of a correspondence game, and what is left of them stays', async () => {
  const [white, black] = await twoPlayers({ clock: '3 days' });
  await white.clickMove('e2', 'e4');
  await white.button('Send').click();
  await black.sees('e4');
  await prepare(white, ['e7e5', 'g1f3', 'b8c6', 'f1b5'], 'If e5, then Nf3. If Nc6, then Bb5.');
  await prepare(white, ['c7c5', 'c2c3'], 'If c5, then c3.');
  await white.sees('e4');
  await white.page.reload();
  await becomes(() => white.page.locator('.prepared li').count(), 2);
  assert.equal(await black.page.locator('.prepared').count(), 0);
  await black.clickMove('e7', 'e5');
  await black.button('Send').click();
  await black.sees('e4', 'e5', 'Nf3');
  await becomes(() => white.page.locator('.prepared li').allTextContents(), ['If Nc6, then Bb5.']);
});

test('conditional moves are typed, replaced and deleted', async () => {
  const [, black] = await twoPlayers({ clock: '3 days' });
  const listed = () => black.page.locator('.prepared li').allTextContents();
  const type = async (...sans) => {
    await black.button('Prepare a reply').click();
    for (const san of sans) await black.typeMove(san);
  };
  await type('d4', 'Nf6');
  await becomes(listed, ['If d4, then Nf6.']);
  await black.text('Saved. Play your opponent’s next move, or press Done.').waitFor();
  await black.button('Done').click();
  await type('d4', 'd5');
  await becomes(listed, ['If d4, then d5.']);
  await black.button('Delete: If d4, then d5.').click();
  await becomes(listed, []);
});

test('conditional moves that are refused are not shown as saved', async () => {
  const [, black] = await twoPlayers({ clock: '3 days' });
  await black.page.routeWebSocket(/\/ws$/, socket => {
    const server = socket.connectToServer();
    const refuse = ({ id, game }) => socket.send(JSON.stringify({ t: 'refused', id, game, why: 'busy', text: 'try again' }));
    socket.onMessage(data => (JSON.parse(data).t === 'conditional' ? refuse(JSON.parse(data)) : server.send(data)));
  });
  await black.page.reload();
  await black.button('Prepare a reply').click();
  const wasTold = await black.lookOutFor('.toast', 'The conditional moves could not be saved: ');
  for (const san of ['d4', 'd5']) await black.typeMove(san);
  await wasTold();
  await black.button('Prepare a reply').waitFor();
  assert.equal(await black.page.locator('.prepared li').count(), 0);
});

test('who plays blindfold moves pieces that are not seen', async () => {
  const [white, black] = await twoPlayers();
  const choose = async name => {
    await white.button('More').click();
    await white.button(name).click();
  };
  const opacity = () => white.page.locator('.g-board piece').first().evaluate(piece => getComputedStyle(piece).opacity);
  await choose('Blindfold: hide the pieces');
  await becomes(opacity, '0');
  await white.clickMove('e2', 'e4');
  await black.sees('e4');
  await choose('Show the pieces');
  await becomes(opacity, '1');
});

test('a guest who had Black reviews the game from that side', async () => {
  const [white, black] = await twoPlayers();
  await play(white, black, ['e2e4', 'e7e5']);
  await black.confirm('Resign');
  await black.page.locator('.result').getByRole('link', { name: 'Review' }).click();
  await black.page.waitForSelector('.ana .board piece');
  await becomes(() => black.isBlackBelow(), true);
});
