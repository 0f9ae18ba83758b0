// SPDX-License-Identifier: MIT
/* Chromium, and people who use it. A page that logs an error fails its test. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { becomes, TIMEOUT } from './becomes.mjs';

const require = createRequire(fileURLToPath(new URL('../../../web/package.json', import.meta.url)));
const { chromium } = require('playwright-core');
const WebSocket = require('ws');

const flags = '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** Chromium without its own windows and menus: the engine is the same, and a page takes less than half the processor time. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

export const launchBrowser = () => chromium.launch({ executablePath, args: flags.split(' ') });

/** Sizes of windows: names for contexts of Playwright. */
export const sizes = {
  desk: { viewport: { width: 1440, height: 900 } },
  laptop: { viewport: { width: 1024, height: 768 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  small: { viewport: { width: 320, height: 568 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  landscape: { viewport: { width: 844, height: 390 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  tablet: { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true },
  notebook: { viewport: { width: 1280, height: 720 } },
  wide: { viewport: { width: 2560, height: 1440 } },
};

/** How long a question stands in the place of the buttons, in milliseconds. */
const QUESTION_SHOWN = 5_000;

/** The faults of a page that are expected while a server is away. */
const expected = /WebSocket connection to|net::ERR_|Failed to load resource/;

let addresses = 0;
const nextAddress = () => `127.1.0.${(addresses++ % 250) + 1}`;

/** Sends a form from a local address; returns the cookies of the answer. Fails if the server refuses. */
async function postFrom(localAddress, url, form) {
  const body = new URLSearchParams(form).toString();
  const headers = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length };
  const sent = request(url, { method: 'POST', localAddress, headers }).end(body);
  const [answer] = await once(sent, 'response');
  const text = (await answer.toArray()).join('');
  assert.equal(answer.statusCode, 200, `${url}: ${text}`);
  return (answer.headers['set-cookie'] ?? []).map(cookie => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
    return { name, value, httpOnly: true };
  });
}

/** In the page: empties the storage, and keeps the page from filling it again while it closes. */
function forgetEverything() {
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  Storage.prototype.setItem = () => {};
}

/** In the page: waits for the next frame, and for what the page does after it has painted, such as listening to keys. */
const nextFrame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));

export class Person {
  /** Opens a window of its own, with its own cookies. Without the service worker, which loads every file of the
   * client: tests of it allow it. */
  static async arrive(browser, server, options = sizes.desk) {
    const person = new Person();
    person.server = server;
    person.options = options;
    person.context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block', ...options });
    person.page = await person.context.newPage();
    person.page.setDefaultTimeout(TIMEOUT);
    person.followFaults();
    person.noteChanges();
    person.lookBeforeActing();
    return person;
  }

  followFaults() {
    this.faults = [];
    this.page.on('pageerror', error => this.faults.push(String(error)));
    this.page.on('console', message => {
      if (message.type() === 'error' && !expected.test(message.text())) this.faults.push(message.text());
    });
  }

  /** Notes what cannot be undone: the window is of no use to another test then. */
  noteChanges() {
    this.isChanged = ['storageState', 'serviceWorkers', 'javaScriptEnabled'].some(name => name in this.options);
    const note = (object, name) => {
      const call = object[name].bind(object);
      object[name] = (...values) => {
        this.isChanged = true;
        return call(...values);
      };
    };
    for (const name of ['addInitScript', 'emulateMedia', 'routeWebSocket']) note(this.page, name);
    note(this.context.clock, 'install');
  }

  /** Keys and pointers act on what a person has seen: a page listens to them only after it has painted. Locators wait
   * for that by themselves. */
  lookBeforeActing() {
    const { keyboard, mouse, touchscreen } = this.page;
    for (const [device, name] of [[keyboard, 'press'], [keyboard, 'type'], [mouse, 'down'], [mouse, 'wheel'], [touchscreen, 'tap']]) {
      const act = device[name].bind(device);
      device[name] = async (...values) => {
        await this.page.evaluate(nextFrame);
        return act(...values);
      };
    }
  }

  /** Makes the window as it was when it was opened: a new one takes a second of a processor. False if it cannot be. */
  async renew() {
    if (this.isChanged || this.page.isClosed()) return false;
    for (const page of this.context.pages()) if (page !== this.page) await page.close();
    await Promise.all([this.context.setOffline(false), this.context.clearPermissions(), this.page.unrouteAll(), this.page.setViewportSize(this.options.viewport)]);
    this.page.removeAllListeners();
    if (this.page.url() !== 'about:blank') await this.page.evaluate(forgetEverything);
    await this.page.goto(`${this.server.url}/robots.txt`);
    await this.context.clearCookies();
    this.followFaults();
    delete this.name;
    return true;
  }

  async open(path) {
    await this.page.goto(this.server.url + path, { waitUntil: 'commit' });
    await this.page.waitForSelector('#app main');
  }

  /** Closes the window; fails if the page logged an error. */
  async leave() {
    await this.context.close();
    assert.deepEqual(this.faults, []);
  }

  /** Sends a form with the cookies of the window; they change with the answer. Fails if the server refuses. */
  async post(path, form) {
    const answer = await this.context.request.post(this.server.url + path, { form, headers: { Accept: 'application/json' } });
    assert.equal(answer.status(), 200, `${path}: ${await answer.text()}`);
  }

  /** Creates an account, so that the page finds a session. Each comes from an address of its own, because a
   * server lets one address register five in an hour. */
  async register(name, password = 'long-enough-4-tests') {
    const cookies = await postFrom(nextAddress(), `${this.server.url}/account/register`, { name, password });
    await this.context.addCookies(cookies.map(cookie => ({ ...cookie, url: this.server.url })));
    this.name = name;
  }

  button(name) {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  text(text) {
    return this.page.getByText(text).first();
  }

  /** Presses a button that asks first, in a part of the page, and answers. A question goes away by itself, and on a busy
   * machine before the answer is pressed: then it is asked again. */
  async confirm(name, answer = name, place = this.page) {
    const exact = true;
    const chosen = place.locator('.confirm:not(.offer)').getByRole('button', { name: answer, exact });
    for (const end = Date.now() + TIMEOUT; ; ) {
      if (!(await chosen.count())) await place.getByRole('button', { name, exact }).click();
      try {
        return await chosen.click({ timeout: QUESTION_SHOWN });
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  }

  /** Looks out for something that stays on the page for a few seconds, before what shows it. The returned function waits
   * until it has been there: on a busy machine it may be gone again when a test looks. */
  async lookOutFor(selector, text) {
    const watch = await this.page.evaluateHandle(
      ([wanted, words]) => {
        const state = { seen: false };
        const look = () => (state.seen ||= [...document.querySelectorAll(wanted)].some(element => element.textContent.includes(words)));
        new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        return state;
      },
      [selector, text],
    );
    return () => this.page.waitForFunction(state => state.seen, watch, { timeout: TIMEOUT });
  }

  // ---- the board ----

  /** Which side is below: the board knows it by its class. */
  async isBlackBelow() {
    return (await this.page.locator('.cg-wrap.orientation-black').count()) > 0;
  }

  /** The middle of a square, in pixels of the window. */
  async squareAt(square) {
    await this.page.evaluate(nextFrame);
    const box = await this.page.locator('.g-board cg-board, .board cg-board').first().boundingBox();
    const black = await this.isBlackBelow();
    const file = 'abcdefgh'.indexOf(square[0]);
    const rank = Number(square[1]) - 1;
    const column = black ? 7 - file : file;
    const row = black ? rank : 7 - rank;
    return { x: box.x + ((column + 0.5) * box.width) / 8, y: box.y + ((row + 0.5) * box.height) / 8 };
  }

  async clickSquare(square) {
    const { x, y } = await this.squareAt(square);
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.up();
  }

  async tapSquare(square) {
    const { x, y } = await this.squareAt(square);
    await this.page.touchscreen.tap(x, y);
  }

  async clickMove(from, to) {
    await this.clickSquare(from);
    await this.clickSquare(to);
  }

  async tapMove(from, to) {
    await this.tapSquare(from);
    await this.tapSquare(to);
  }

  async dragMove(from, to) {
    const start = await this.squareAt(from);
    const end = await this.squareAt(to);
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
    await this.page.mouse.move(end.x, end.y, { steps: 4 });
    await this.page.mouse.up();
  }

  async typeMove(san) {
    await this.page.locator('#typed-move').fill(san);
    await this.page.locator('#typed-move').press('Enter');
  }

  async waitForBoard() {
    await this.page.waitForSelector('.game .board piece');
  }

  /** Waits until the scoresheet ends with these moves. */
  async sees(...sans) {
    await this.page.waitForFunction(
      wanted => {
        const shown = [...document.querySelectorAll('.moves .m:not(.sending)')].map(move => move.firstChild?.textContent);
        return wanted.every((san, i) => shown[shown.length - wanted.length + i] === san);
      },
      sans,
      { timeout: TIMEOUT },
    );
  }

  /** Waits for the result. */
  async seesResult(score, reason) {
    const result = this.page.locator('.result');
    if (score) await becomes(() => result.locator('.score').textContent(), score);
    await becomes(() => result.locator('.why').textContent(), reason);
  }
}

/** Counts the requests of a page that is about to be opened, and their bytes on the wire. */
export async function countTraffic(person) {
  const session = await person.context.newCDPSession(person.page);
  await session.send('Network.enable');
  const traffic = { requests: 0, bytes: 0 };
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    if (!encodedDataLength) return; // a picture inside a style sheet
    traffic.requests++;
    traffic.bytes += encodedDataLength;
  });
  return traffic;
}

/** Sends one message over a WebSocket of its own, with the window's session; returns the answer. */
export async function command(person, message) {
  const cookies = await person.context.cookies(person.server.url);
  const headers = { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
  const socket = new WebSocket(`${person.server.url.replace('http', 'ws')}/ws`, { headers });
  try {
    return await new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('close', code => reject(new Error(`the connection was closed with ${code}`)));
      socket.on('message', data => {
        const answer = JSON.parse(data);
        if (answer.t === 'hello') socket.send(JSON.stringify({ id: 'test-1', ...message }));
        if (answer.t === 'ack' || answer.t === 'refused') resolve(answer);
      });
    });
  } finally {
    socket.close();
  }
}

/** Where something is on the page, once it can be seen. */
export async function boxOf(locator) {
  await locator.waitFor();
  return locator.boundingBox();
}

/** A game between two people: a challenge by link, accepted. White comes first. Guests, unless they have names. Opens no
 * page. */
export async function makeGame(white, black, terms = {}) {
  for (const person of [white, black])
    if (!person.name) {
      await person.post('/account/guest');
      person.name = 'guest';
    }
  const made = await command(white, { t: 'challenge', clock: '5+3', side: 'white', ...terms });
  assert.equal(made.t, 'ack', JSON.stringify(made));
  const accepted = await command(black, { t: 'answer', challenge: made.made, accept: true });
  assert.equal(accepted.t, 'ack', JSON.stringify(accepted));
  return made.made;
}

/** Two people at a board. */
export async function startGame(white, black, terms) {
  const game = await makeGame(white, black, terms);
  const sit = async person => {
    await person.open(`/${game}`);
    await person.waitForBoard();
  };
  await Promise.all([sit(white), sit(black)]);
  return game;
}
