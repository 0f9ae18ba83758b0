// SPDX-License-Identifier: MIT
/* Connections that are lost, and servers that are killed, in the middle of a game. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from './support/becomes.mjs';
import { startGame } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';

const club = useServer();

/** Two players after 1.e4 e5; `prepare` changes the window of White before the game. */
async function twoPlayers(prepare) {
  const [white, black] = [await club.arrive(), await club.arrive()];
  await prepare?.(white);
  await startGame(white, black);
  await white.clickMove('e2', 'e4');
  await black.sees('e4');
  await black.clickMove('e7', 'e5');
  await white.sees('e5');
  return [white, black];
}

test('a player who loses the connection comes back and has missed nothing', async () => {
  const [white, black] = await twoPlayers();
  await black.context.setOffline(true);
  await black.page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await white.clickMove('g1', 'f3');
  await white.sees('Nf3');
  await black.context.setOffline(false);
  await black.page.reload();
  await black.sees('e5', 'Nf3');
  await black.clickMove('b8', 'c6');
  await white.sees('Nf3', 'Nc6');
});

test('the browser tells that it is offline, and the page says so at once', async () => {
  const [white] = await twoPlayers();
  await white.context.setOffline(true);
  await white.page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await white.text('Connection lost').waitFor({ timeout: 5_000 });
  await white.context.setOffline(false);
  await becomes(() => white.page.getByText('Connection lost').count(), 0);
});

test('the server is killed and started again, and the game goes on by itself', async () => {
  const [white, black] = await twoPlayers();
  await club.server.kill();
  await white.text('Connection lost').waitFor();
  await white.clickMove('g1', 'f3');
  await white.page.waitForSelector('.moves .m.sending');
  await club.server.restart();
  await black.sees('e5', 'Nf3');
  await white.sees('e5', 'Nf3');
  await becomes(() => white.page.locator('.moves .m.sending').count(), 0);
  await black.clickMove('b8', 'c6');
  await white.sees('Nc6');
});

/** The same; `lose` decides which commands of White are lost on their way. */
const playersWhoLose = lose =>
  twoPlayers(white =>
    white.page.routeWebSocket(/\/ws$/, socket => {
      const server = socket.connectToServer();
      socket.onMessage(data => (JSON.parse(data).t === 'act' && lose(JSON.parse(data)) ? undefined : server.send(data)));
    }),
  );

test('a move without an answer is sent again on the open connection, with its id', async () => {
  const ids = [];
  const [white, black] = await playersWhoLose(({ verb, move, id }) => verb === 'move' && move === 'g1f3' && ids.push(id) === 1);
  const wasTold = await white.lookOutFor('.status-line', 'Sending your move…');
  await white.clickMove('g1', 'f3');
  await wasTold();
  await black.sees('Nf3');
  await white.sees('Nf3');
  assert.equal(ids.length, 2);
  assert.equal(ids[0], ids[1]);
});

const bars = person => person.page.locator('.lag').getAttribute('data-bars');

test('signal bars show the connection of a player, and only that', async () => {
  const [white] = await twoPlayers();
  await becomes(() => bars(white), shown => Number(shown) > 0);
  await white.page.getByRole('img', { name: /^Your connection: \w+, \d+ ms$/ }).waitFor();
  const spectator = await club.arrive();
  await spectator.open(new URL(white.page.url()).pathname);
  await spectator.waitForBoard();
  assert.equal(await spectator.page.locator('.lag').count(), 0);
});

test('a connection whose pings have no answer has one bar', async () => {
  const [white] = await twoPlayers(person =>
    person.page.routeWebSocket(/\/ws$/, socket => {
      const server = socket.connectToServer();
      server.onMessage(data => JSON.parse(data).t === 'pong' || socket.send(data));
    }),
  );
  await becomes(() => bars(white), '1');
});

test('moves, lines of the chat and a resignation that were not sent survive a reload', async () => {
  let lost = false;
  const [white, black] = await playersWhoLose(() => lost);
  lost = true;
  await white.clickMove('g1', 'f3');
  await white.page.locator('#chat-say').fill('see you');
  await white.page.locator('#chat-say').press('Enter');
  await white.page.reload();
  await white.page.waitForSelector('.moves .m.sending');
  await white.text('see you (sending…)').waitFor();
  lost = false;
  await black.sees('Nf3');
  await black.text('see you').waitFor();
  lost = true;
  await white.confirm('Resign');
  await white.text('Resigning…').waitFor();
  await becomes(() => white.button('Resign').isDisabled(), true);
  await white.page.reload();
  await white.text('Resigning…').waitFor();
  lost = false;
  await black.seesResult('0–1', /resigned/);
  await white.seesResult('0–1', /resigned/);
});

test('a resignation while the server is down says that it waits for the connection', async () => {
  const [white, black] = await twoPlayers();
  await club.server.kill();
  await white.text('Connection lost').waitFor();
  await white.confirm('Resign');
  await white.text('Resigning… Waiting for the connection.').waitFor();
  await club.server.restart();
  await black.seesResult('0–1', /resigned/);
});

test('the same game on two devices', async () => {
  const [white, black] = await twoPlayers();
  const second = await white.context.newPage();
  await second.goto(white.page.url());
  await second.waitForSelector('.game .board piece');
  await white.clickMove('g1', 'f3');
  await second.waitForFunction(() => document.querySelectorAll('.moves .m').length === 3);
  await black.clickMove('b8', 'c6');
  await second.waitForFunction(() => document.querySelectorAll('.moves .m').length === 4);
});

test('a page that cannot be loaded says so, and comes when the server is back', async () => {
  const anna = await club.arrive();
  await anna.open('/');
  await club.server.kill();
  await anna.text('Connection lost').waitFor();
  await anna.page.getByRole('link', { name: 'Players' }).first().click();
  await anna.text('This page could not be loaded.').waitFor();
  await club.server.restart();
  await anna.page.getByRole('heading', { name: 'Players' }).first().waitFor();
});

test('a dialog that cannot be loaded says so, and opens when the server is back', async () => {
  const anna = await club.arrive();
  await anna.open('/');
  await club.server.kill();
  await anna.text('Connection lost').waitFor();
  const wasTold = await anna.lookOutFor('.toast', 'No connection to the server.');
  await anna.button('Log in').click();
  await wasTold();
  const isBack = await anna.lookOutFor('.banner', 'Back online');
  await club.server.restart();
  await isBack();
  await anna.button('Log in').click();
  await anna.page.getByRole('dialog').waitFor();
});

test('the first connection is not called back online, however late it is', async () => {
  const anna = await club.arrive();
  let held;
  await anna.page.routeWebSocket(/\/ws$/, socket => void (held = socket));
  await anna.open('/');
  const said = anna.page.evaluate(
    () =>
      new Promise(resolve => {
        const texts = [];
        new MutationObserver(() => {
          const text = document.querySelector('.banner')?.textContent ?? '';
          if (text !== texts.at(-1)) texts.push(text);
          if (texts.length > 1 && !text) resolve(texts.filter(Boolean));
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
  await anna.text('Connecting…').waitFor();
  held.connectToServer();
  assert.deepEqual(await said, ['Connecting…']);
});

test('what is asked for while the page connects is sent when it has, and once', async () => {
  const anna = await club.arrive();
  await anna.post('/account/guest');
  const challenges = [];
  let open;
  const isOpen = new Promise(resolve => (open = resolve));
  await anna.page.routeWebSocket(/\/ws$/, socket => {
    const server = socket.connectToServer();
    server.onMessage(data => void isOpen.then(() => socket.send(data)));
    socket.onMessage(data => {
      if (JSON.parse(data).t === 'challenge') challenges.push(data);
      server.send(data);
    });
  });
  await anna.open('/?invite');
  await anna.page.locator('dialog').waitFor();
  open();
  await anna.page.locator('dialog .qr svg').waitFor();
  assert.equal(challenges.length, 1);
});

test('an address that cannot be a game is a page that does not exist', async () => {
  const anna = await club.arrive();
  await anna.open('/nosuchpage');
  await anna.page.getByRole('heading', { name: 'There is no such page.' }).waitFor();
  await anna.open('/somewhat');
  await anna.page.getByRole('heading', { name: 'There is no such page.' }).waitFor();
  await anna.open('/Ab3dE6gH');
  await anna.page.getByRole('heading', { name: 'There is no such game.' }).waitFor();
});
