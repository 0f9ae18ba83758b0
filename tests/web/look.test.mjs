// SPDX-License-Identifier: MIT
/* The look of the pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from './support/becomes.mjs';
import { boxOf, makeGame, sizes, startGame } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';
import { playMoves } from './support/pages.mjs';

const club = useServer();

const paperOf = person => person.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper').trim());

test('the theme follows the system, also without scripts', async () => {
  for (const javaScriptEnabled of [true, false])
    for (const [colorScheme, paper] of [['dark', '#12171b'], ['light', '#eceeea']]) {
      const person = await club.arrive({ ...sizes.desk, colorScheme, javaScriptEnabled });
      await person.page.goto(`${person.server.url}/help`);
      await becomes(() => paperOf(person), paper, `${colorScheme}, scripts: ${javaScriptEnabled}`);
    }
});

test('the button of a dialog is in sight on a small phone', async () => {
  const anna = await club.arrive(sizes.small);
  await anna.register('Anna');
  for (const [path, name] of [['/?options', /^Play \d/], ['/?computer', /^Play level/], ['/players?challenge=Ben', 'Challenge Ben']]) {
    await anna.open(path);
    const button = anna.page.getByRole('dialog').getByRole('button', { name });
    await button.waitFor();
    await becomes(() => boxOf(button), ({ y, height }) => y + height <= sizes.small.viewport.height, path);
  }
});

test('the filters of games fit a small phone', async () => {
  const anna = await club.arrive(sizes.small);
  await anna.register('Berta');
  await anna.open('/@/Berta/games?opening=sicilian');
  await anna.page.locator('.more-filters').waitFor();
  await becomes(() => anna.page.evaluate(() => Math.max(innerWidth, document.documentElement.scrollWidth)), sizes.small.viewport.width);
});

for (const locale of ['en-GB', 'de-DE', 'es-ES'])
  test(`the chosen values of the filters are not cut off on a phone: ${locale}`, async () => {
    const anna = await club.arrive({ ...sizes.phone, locale });
    await anna.register(`Clara_${locale.slice(0, 2)}`);
    await anna.open(`/@/${anna.name}/games?opening=sicilian`);
    await anna.page.locator('.more-filters').waitFor();
    const cutOff = () =>
      anna.page.locator('.more-filters select').evaluateAll(selects =>
        selects
          .filter(select => {
            const style = getComputedStyle(select);
            const context = document.createElement('canvas').getContext('2d');
            context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`; // the shorthand is empty
            const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
            return context.measureText(select.selectedOptions[0].textContent).width > room;
          })
          .map(select => select.selectedOptions[0].textContent),
      );
    await becomes(cutOff, []);
    const ends = () => anna.page.locator('.more-filters .input').evaluateAll(fields => new Set(fields.map(field => Math.round(field.getBoundingClientRect().bottom))).size);
    await becomes(ends, 3, 'two fields of a row end at the same height');
  });

/** A line of text is higher than its letters: so much of it may stand out, in pixels. */
const AROUND_LETTERS = 1.5;

/** Lets the opponent of somebody with White be gone, and the game claimable in some seconds. */
const loseOpponent = ({ page }, claimable_in) =>
  page.routeWebSocket(/\/ws$/, socket => {
    const server = socket.connectToServer();
    server.onMessage(data => {
      const message = JSON.parse(data);
      if (message.t === 'game') socket.send(JSON.stringify({ ...message, black_here: false, claimable_in }));
      else if (message.t !== 'presence') socket.send(data);
    });
  });

for (const locale of ['en-GB', 'de-DE', 'es-ES'])
  test(`what can be claimed from an opponent who is gone fits the bar of every phone: ${locale}`, async () => {
    const [host, black] = [await club.arrive(), await club.arrive()];
    const game = await makeGame(host, black, { clock: '30+20' });
    await playMoves(game, host, black, ['e2e4', 'e7e5', 'g1f3', 'b8c6']);
    const storageState = await host.context.storageState();
    for (const size of ['phone', 'small', 'landscape'])
      for (const claimableIn of [0, 200]) {
        const white = await club.arrive({ ...sizes[size], locale, storageState });
        await loseOpponent(white, claimableIn);
        await white.open(`/${game}`);
        await white.page.locator('.player.top .claim').waitFor();
        const tooLarge = () =>
          white.page.locator('.player.top').evaluate((bar, around) => {
            const top = bar.getBoundingClientRect().top - around;
            const bottom = bar.getBoundingClientRect().bottom + around;
            const right = bar.querySelector('.clock').getBoundingClientRect().left;
            const range = document.createRange();
            const boxOf = node => {
              range.selectNodeContents(node);
              return range.getBoundingClientRect();
            };
            return [...bar.querySelectorAll('.name, .claim, .claim *')]
              .map(node => ({ text: node.textContent, box: boxOf(node) }))
              .filter(({ box }) => box.top < top || box.bottom > bottom || box.right > right)
              .map(({ text, box }) => `${text}: ${[box.top - top, bottom - box.bottom, right - box.right].map(Math.round)}`);
          }, AROUND_LETTERS);
        await becomes(tooLarge, [], `${size}, claimable in ${claimableIn} s`);
      }
  });

test('a small board has room for Your move and a clock that runs, in every language', async () => {
  const [host, other] = [await club.arrive(), await club.arrive()];
  await host.register('Emma');
  await other.register('Otto');
  await makeGame(host, other, { clock: '30+20' });
  await playMoves(await makeGame(host, other, { clock: '30+20' }), host, other, ['e2e4', 'e7e5']);
  const storageState = await host.context.storageState();
  for (const locale of ['en-GB', 'de-DE', 'es-ES'])
    for (const size of ['phone', 'small']) {
      const anna = await club.arrive({ ...sizes[size], locale, storageState });
      await anna.open('/');
      const cards = anna.page.locator('.mini', { has: anna.page.locator('.badge', { hasText: /^(Your move|Am Zug|Te toca)$/ }) });
      await becomes(() => cards.evaluateAll(list => list.map(card => card.scrollWidth - card.clientWidth)), [0, 0], `${locale}, ${size}`);
      await becomes(() => cards.locator('.t.on').count(), 1, 'the clock that runs is shown');
    }
});

const areApart = (one, other) =>
  one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y || other.y + other.height <= one.y;

test('the banner of the connection covers nothing of the header and of the tab bar', async () => {
  for (const width of [320, 390, 768, 1024, 1280]) {
    const anna = await club.arrive({ viewport: { width, height: 800 }, locale: 'de-DE' });
    await anna.page.routeWebSocket(/\/ws$/, () => {}); // which never opens
    await anna.open('/players');
    const boxes = () => Promise.all(['.bar .banner', '.brand', '.bar nav', '.bar-end', '.tabbar'].map(part => anna.page.locator(part).boundingBox()));
    await becomes(boxes, ([banner, ...others]) => banner && others.every(other => !other || areApart(banner, other)), `${width} pixels`);
  }
});

const { tablet } = sizes;

/** The boxes of the banner and of some parts of the page after the connection of a game is lost. */
async function boxesAfterLoss(size, parts) {
  const [white, black] = [await club.arrive(size), await club.arrive()];
  await white.page.routeWebSocket(/\/ws$/, socket => {
    const server = socket.connectToServer();
    white.lose = () => [server, socket].forEach(end => end.close());
  });
  await startGame(white, black);
  await white.page.routeWebSocket(/\/ws$/, () => {}); // which never opens
  white.lose();
  await white.text('Connection lost').waitFor();
  return () => Promise.all(['.banner', ...parts].map(part => boxOf(white.page.locator(part))));
}

test('the banner of the connection covers no clock and no button of a game', async () => {
  const around = ['.g-top', '.g-board', '.g-bottom', '.transport', '.actions'];
  for (const [size, parts] of [[tablet, ['.g-bar > a', '.g-bar > button']], [sizes.phone, ['.g-bar > a', '.g-bar > button']], [sizes.small, []]]) {
    const boxes = await boxesAfterLoss(size, [...around, ...parts]);
    await becomes(boxes, ([banner, ...others]) => others.every(other => areApart(banner, other)), `${size.viewport.width} pixels`);
  }
});

test('low phones say how long the first move may take, and cover no button', async () => {
  for (const size of [sizes.small, sizes.landscape]) {
    const [white, black] = [await club.arrive(size), await club.arrive()];
    await startGame(white, black);
    await white.text(/^First move within/).waitFor();
    const boxes = () => Promise.all(['.status-line', '.transport', '.g-top', '.g-bottom'].map(part => boxOf(white.page.locator(part))));
    await becomes(boxes, ([status, ...others]) => others.every(other => areApart(status, other)), `${size.viewport.width} pixels`);
  }
});

test('the menu of a game is in sight on a phone on its side', async () => {
  const [white, black] = [await club.arrive(sizes.landscape), await club.arrive()];
  await startGame(white, black);
  await white.button('More').tap();
  const menu = white.page.locator('.transport .menu');
  await becomes(() => boxOf(menu), ({ x, y }) => x >= 0 && y >= 0);
  assert.equal(await menu.evaluate(list => list.scrollHeight > list.clientHeight), false);
});

test('the board of TV and both players fit a phone on its side', async () => {
  const [white, black] = [await club.arrive(), await club.arrive()];
  await startGame(white, black, { clock: '10+0' });
  await white.clickMove('e2', 'e4');
  await black.sees('e4');
  await black.clickMove('e7', 'e5');
  await white.sees('e5');
  const phone = await club.arrive(sizes.landscape);
  await phone.open('/watch/rapid');
  await phone.page.waitForSelector('.stage .clock');
  const bottoms = () => Promise.all(['.stage .top', '.stage .board', '.stage .bottom', '.stage .caption'].map(part => boxOf(phone.page.locator(part))));
  await becomes(bottoms, boxes => boxes.every(({ y, height }) => y + height <= sizes.landscape.viewport.height));
});
