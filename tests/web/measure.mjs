// SPDX-License-Identifier: MIT
/* Measures the web client: node tests/web/measure.mjs. Prints what a first visit loads, when the page can be
 * used, long tasks and layout shifts while a game is played, and the time from input to a painted move. */
import { launchBrowser, Person, sizes, startGame } from './support/browser.mjs';
import { Server } from './support/server.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const GAME = 'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 d7d6 c2c3 a7a6'.split(' ');

const median = list => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const row = (name, value) => console.log(`${name.padEnd(58)} ${value}`);

/** Counts the bytes on the wire of everything that a page loads before it can be used. */
async function countBytes(person) {
  const session = await person.context.newCDPSession(person.page);
  await session.send('Network.enable');
  const bytes = { all: 0 };
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes.all += encodedDataLength));
  return bytes;
}

/** Watches for long tasks and layout shifts from the first moment. */
const observe = person =>
  person.page.addInitScript(() => {
    window.measured = { tasks: [], shift: 0 };
    new PerformanceObserver(list => window.measured.tasks.push(...list.getEntries().map(entry => entry.duration))).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.measured.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The first visit of a page by somebody whose cache is empty. */
async function visit(browser, server, path, ready, options) {
  const person = await Person.arrive(browser, server, options);
  await observe(person);
  const bytes = await countBytes(person);
  await person.page.goto(server.url + path);
  await person.page.waitForSelector(ready);
  const interactive = await person.page.evaluate(() => performance.now());
  await person.page.waitForTimeout(400);
  const { shift } = await person.page.evaluate(() => window.measured);
  const size = bytes.all;
  await person.context.close();
  return { interactive, shift, size };
}

async function measureVisits(browser, server, name, path, ready, options) {
  const visits = [];
  for (let i = 0; i < ROUNDS; i++) visits.push(await visit(browser, server, path, ready, options));
  row(`${name}: first load, compressed`, `${(median(visits.map(v => v.size)) / 1000).toFixed(1)} KB`);
  row(`${name}: usable after`, `${median(visits.map(v => v.interactive)).toFixed(0)} ms`);
  row(`${name}: layout shift`, median(visits.map(v => v.shift)).toFixed(4));
}

/** Clicks a move and waits for the frame that shows it. */
async function timeMove(person, move) {
  const { x, y } = await person.squareAt(move.slice(2, 4));
  await person.clickSquare(move.slice(0, 2));
  await person.page.evaluate(() => {
    const count = document.querySelectorAll('.moves .m').length;
    window.painted = new Promise(resolve => {
      addEventListener('mousedown', () => (window.clicked = performance.now()), { once: true, capture: true });
      const look = () => (document.querySelectorAll('.moves .m').length > count ? resolve(performance.now() - window.clicked) : requestAnimationFrame(look));
      requestAnimationFrame(look);
    });
  });
  await person.page.mouse.click(x, y);
  return person.page.evaluate(() => window.painted);
}

async function measureGame(browser, server) {
  const [white, black] = [await Person.arrive(browser, server), await Person.arrive(browser, server)];
  for (const person of [white, black]) await observe(person);
  await startGame(white, black, { clock: '30+20' });
  await white.page.waitForTimeout(500);
  await white.page.evaluate(() => (window.measured = Object.assign(window.measured, { tasks: [], shift: 0 })));
  const times = [];
  for (const [i, move] of GAME.entries()) {
    const mover = i % 2 ? black : white;
    await mover.page.waitForSelector('.status-line.yours');
    times.push(await timeMove(mover, move));
  }
  const { tasks, shift } = await white.page.evaluate(() => window.measured);
  row('game: from the click to the painted move, median', `${median(times).toFixed(0)} ms`);
  row('game: tasks over 50 ms while playing', tasks.length ? `${tasks.length}, longest ${Math.max(...tasks).toFixed(0)} ms` : 'none');
  row('game: layout shift while playing', shift.toFixed(4));
  return white;
}

const server = await Server.start();
const browser = await launchBrowser();
try {
  const white = await measureGame(browser, server);
  const game = new URL(white.page.url()).pathname;
  await measureVisits(browser, server, 'home', '/', '.btn.primary', sizes.desk);
  await measureVisits(browser, server, 'game', game, '.game .board piece', sizes.desk);
  await measureVisits(browser, server, 'game on a phone', game, '.game .board piece', sizes.phone);
} finally {
  await browser.close();
  await server.stop();
}
