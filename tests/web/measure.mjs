// SPDX-License-Identifier: MIT
/* Measures the web client: make bench-web, or node tests/web/measure.mjs. Prints what each page loads on a first
 * visit, when it can be used and the processor time until then, layout shifts, the longest tasks and frames while a game
 * starts, is played and ends, the time from a click to the painted move, and the speed of the engine in WebAssembly
 * against the program's.
 *
 * Bytes and requests are those of an empty cache, with the headers of the responses; the service worker is off, and
 * what it would load is listed apart. Times are medians, and mean little on a busy machine: the first line says how
 * busy it was. */
import { loadavg } from 'node:os';
import { countTraffic, launchBrowser, Person, startGame } from './support/browser.mjs';
import { compareEngines } from './support/engines.mjs';
import { longGame } from './support/long_game.mjs';
import { fillClub, openAs, pageList, playMoves } from './support/pages.mjs';
import { Server } from './support/server.mjs';
import { recordTasks } from './support/tasks.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const GAME = 'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 d7d6 c2c3 a7a6'.split(' ');
const LONG_GAME_PLIES = 220;
const DRAG_MS = 2_000;

const sorted = list => [...list].sort((a, b) => a - b);
const median = list => sorted(list)[Math.floor(list.length / 2)];
const row = (name, value) => console.log(`${name.padEnd(58)} ${value}`);
const kilobytes = bytes => `${(bytes / 1000).toFixed(1)} KB`;

/** Watches for layout shifts from the first moment. */
const observe = person =>
  person.page.addInitScript(() => {
    window.measured = { shift: 0 };
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.measured.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Reads the milliseconds of a processor that tasks of the page's main thread have taken, which hardly depend on how busy
 * the machine is. */
async function followProcessor(person) {
  const session = await person.context.newCDPSession(person.page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
}

// ---- first visits ------------------------------------------------------------------------------

/** The first visit of a page by somebody whose cache is empty. */
async function visit(browser, server, [name, path, ready], person, size) {
  const viewer = await openAs(browser, server, person, size, 'light');
  await observe(viewer);
  const traffic = await countTraffic(viewer);
  const processorTime = await followProcessor(viewer);
  await viewer.page.goto(server.url + path, { waitUntil: 'commit' });
  await viewer.page.waitForSelector(ready);
  const usable = await viewer.page.evaluate(() => performance.now());
  const busy = await processorTime();
  await viewer.page.waitForLoadState('networkidle');
  const { shift } = await viewer.page.evaluate(() => window.measured);
  await viewer.context.close();
  return { name, usable, busy, shift, ...traffic };
}

async function measureVisits(browser, server, name, page, size) {
  const visits = [];
  for (let i = 0; i < ROUNDS; i++) visits.push(await visit(browser, server, page, null, size));
  const { bytes, requests } = visits.at(-1);
  row(`${name}: first load, compressed`, `${kilobytes(bytes)} in ${requests} requests`);
  row(`${name}: usable after`, `${median(visits.map(v => v.usable)).toFixed(0)} ms`);
  row(`${name}: processor time of the main thread until then`, `${median(visits.map(v => v.busy)).toFixed(0)} ms`);
  row(`${name}: layout shift, most`, Math.max(...visits.map(v => v.shift)).toFixed(4));
}

async function measureEveryPage(browser, server, club) {
  console.log('\npage                       KB  requests  shift, desk  shift, phone');
  for (const page of pageList(club)) {
    const desk = await visit(browser, server, page, club.anna, 'desk');
    const phone = await visit(browser, server, page, club.anna, 'phone');
    console.log(
      `${desk.name.padEnd(22)} ${(desk.bytes / 1000).toFixed(1).padStart(6)} ${String(desk.requests).padStart(9)} ${desk.shift.toFixed(4).padStart(12)} ${phone.shift.toFixed(4).padStart(13)}`,
    );
  }
}

/** What the service worker loads when the page has nothing else to do. */
async function measureWorker(server) {
  const script = await (await fetch(`${server.url}/sw.js`)).text();
  const files = [...new Set(script.match(/\/assets\/[\w.-]+/g))];
  const sizesOf = files.map(async file => {
    const { headers } = await fetch(server.url + file, { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } });
    return Number(headers.get('content-length'));
  });
  const bytes = (await Promise.all(sizesOf)).reduce((sum, size) => sum + size, 0);
  row('service worker, later: all files for use without a connection', `${kilobytes(bytes)} in ${files.length} requests`);
}

// ---- a game ------------------------------------------------------------------------------------

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

/** Prints the longest task, and the layout shift since the page was opened or since the last call. */
async function reportTasks(name, person, tasks) {
  const longest = tasks.reduce((most, task) => (task.processor > most.processor ? task : most));
  const long = tasks.filter(({ processor }) => processor > 50).length;
  row(`${name}: tasks with over 50 ms of a processor`, `${long || 'none'}, longest ${longest.processor.toFixed(0)} ms (${longest.wall.toFixed(0)} ms with waiting)`);
  const shift = await person.page.evaluate(() => window.measured.shift);
  await person.page.evaluate(() => (window.measured.shift = 0));
  row(`${name}: layout shift`, shift.toFixed(4));
}

async function twoPlayers(browser, server) {
  const people = [await Person.arrive(browser, server), await Person.arrive(browser, server)];
  for (const person of people) await observe(person);
  await startGame(...people, { clock: '30+20' });
  return people;
}

async function measurePlaying(browser, server) {
  const [white, black] = await twoPlayers(browser, server);
  await white.page.waitForLoadState('networkidle');
  const endPlaying = await recordTasks(browser, white.page);
  const times = [];
  for (const [i, move] of GAME.entries()) {
    const mover = i % 2 ? black : white;
    await mover.page.waitForSelector('.status-line.yours');
    times.push(await timeMove(mover, move));
  }
  row('playing: from the click to the painted move', `${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`);
  await reportTasks('playing', white, await endPlaying());
  await measureEnd(browser, white, black);
  await Promise.all([white.context.close(), black.context.close()]);
}

/** The end of a game, with its result. */
async function measureEnd(browser, white, black) {
  const endTasks = await recordTasks(browser, white.page);
  await black.confirm('Resign');
  await white.page.waitForSelector('.result');
  await white.page.waitForLoadState('networkidle');
  await reportTasks('end of a game', white, await endTasks());
}

/** From the lobby to the board. */
async function measureStart(browser, server) {
  const people = [await Person.arrive(browser, server), await Person.arrive(browser, server)];
  for (const person of people) {
    await observe(person);
    await person.open('/');
    await person.page.waitForLoadState('networkidle');
  }
  const [first, second] = people;
  const endTasks = await recordTasks(browser, first.page);
  await first.button(/^Play \d/).click();
  await second.button(/^Play \d/).click();
  await first.waitForBoard();
  await first.page.waitForLoadState('networkidle');
  await reportTasks('start of a game', first, await endTasks());
  await Promise.all(people.map(person => person.context.close()));
}

/** Drags a piece in circles; returns the times between frames. */
async function dragFrames(person, square) {
  const start = await person.squareAt(square);
  await person.page.mouse.move(start.x, start.y);
  await person.page.mouse.down();
  await person.page.evaluate(() => {
    window.frames = [];
    const count = time => (window.frames.push(time), (window.counting = requestAnimationFrame(count)));
    window.counting = requestAnimationFrame(count);
  });
  const end = Date.now() + DRAG_MS;
  for (let i = 0; Date.now() < end; i++) await person.page.mouse.move(start.x + 120 * Math.sin(i / 9), start.y - 120 + 120 * Math.cos(i / 9));
  const frames = await person.page.evaluate(() => (cancelAnimationFrame(window.counting), window.frames));
  await person.page.mouse.move(start.x, start.y);
  await person.page.mouse.up();
  return frames.slice(1).map((time, i) => time - frames[i]);
}

/** The same with a full move list. */
async function measureLongGame(browser, server) {
  const [white, black] = await twoPlayers(browser, server);
  const { moves, next } = await longGame(LONG_GAME_PLIES);
  await playMoves(new URL(white.page.url()).pathname.slice(1), white, black, moves);
  await white.page.waitForFunction(count => document.querySelectorAll('.moves .m').length >= count, moves.length, { timeout: 60_000 });
  await white.page.waitForSelector('.status-line.yours');
  const endTasks = await recordTasks(browser, white.page);
  const gaps = await dragFrames(white, next.slice(0, 2));
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1000;
  const late = gaps.filter(gap => gap > 25).length;
  row(`dragging with ${moves.length} moves in the list`, `${(gaps.length / seconds).toFixed(0)} frames a second, ${late} of ${gaps.length} late`);
  await reportTasks('dragging', white, await endTasks());
  await Promise.all([white.context.close(), black.context.close()]);
}

const server = await Server.start('--no-limits');
const browser = await launchBrowser();
try {
  console.log(`load of the machine before: ${loadavg()[0].toFixed(1)}`);
  const club = await fillClub(browser, server);
  const [home, game] = pageList(club);
  await measureVisits(browser, server, 'home', home, 'desk');
  await measureVisits(browser, server, 'game', game, 'desk');
  await measureVisits(browser, server, 'game on a phone', game, 'phone');
  await measureWorker(server);
  await measureStart(browser, server);
  await measurePlaying(browser, server);
  await measureLongGame(browser, server);
  await measureEveryPage(browser, server, club);
  console.log('');
  row('engine.wasm / native, nodes per second', await compareEngines(browser, ROUNDS));
} finally {
  await browser.close();
  await server.stop();
}
console.log(`load of the machine after: ${loadavg()[0].toFixed(1)}`);
