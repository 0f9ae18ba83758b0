// SPDX-License-Identifier: MIT
/* Firefox as Debian packages it, driven by WebDriver BiDi. Playwright needs commands that it does not have
 * yet, so this is the little that a test of the main path needs. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(fileURLToPath(new URL('../../../web/package.json', import.meta.url)));
const WebSocket = require('ws');

const START_TIME = 60_000;
const WAIT = 30_000;
const CLICK_AGAIN = 5_000;
const program = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

/** Starts the browser; resolves with the address of its BiDi socket. */
function launch(profile) {
  const child = spawn(program, ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile], { stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`Firefox did not start:\n${output}`)), START_TIME);
    child.stderr.on('data', chunk => {
      output += chunk;
      const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(output)?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve({ child, address });
    });
  });
}

export class Firefox {
  static async start() {
    const firefox = new Firefox();
    firefox.profile = mkdtempSync(join(tmpdir(), 'rookery-firefox-'));
    const { child, address } = await launch(firefox.profile);
    firefox.child = child;
    firefox.waiting = new Map();
    firefox.last = 0;
    firefox.socket = new WebSocket(`${address}/session`);
    await new Promise((resolve, reject) => firefox.socket.once('open', resolve).once('error', reject));
    firefox.socket.on('message', data => firefox.receive(JSON.parse(data)));
    await firefox.send('session.new', { capabilities: {} });
    return firefox;
  }

  receive(message) {
    const { resolve, reject } = this.waiting.get(message.id) ?? {};
    this.waiting.delete(message.id);
    if (message.type === 'error') reject?.(new Error(`${message.error}: ${message.message}`));
    else resolve?.(message.result);
  }

  send(method, params) {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** A window with cookies of its own. */
  async open(url) {
    const { userContext } = await this.send('browser.createUserContext', {});
    const { context } = await this.send('browsingContext.create', { type: 'tab', userContext });
    const window = new Window(this, context);
    await window.go(url);
    return window;
  }

  async stop() {
    this.socket.close();
    this.child.kill('SIGTERM');
    await new Promise(resolve => this.child.once('exit', resolve));
    rmSync(this.profile, { recursive: true, force: true });
  }
}

class Window {
  constructor(firefox, context) {
    this.firefox = firefox;
    this.context = context;
  }

  go(url) {
    return this.firefox.send('browsingContext.navigate', { context: this.context, url, wait: 'complete' });
  }

  /** The value of an expression in the page, which may be a promise of a text, a number or a boolean. */
  async evaluate(expression) {
    const { type, result, exceptionDetails } = await this.firefox.send('script.evaluate', {
      expression,
      target: { context: this.context },
      awaitPromise: true,
    });
    if (type === 'exception') throw new Error(exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression is true. */
  async until(expression) {
    const end = Date.now() + WAIT;
    while (!(await this.evaluate(`Boolean(${expression})`))) {
      if (Date.now() > end) throw new Error(`never true: ${expression}\n${await this.evaluate('document.body.innerText.slice(0, 800)')}`);
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  }

  /** Clicks at a point of the window. */
  async clickAt(x, y) {
    const actions = [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const source = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
    await this.firefox.send('input.performActions', { context: this.context, actions: [source] });
  }

  async click(selector) {
    await this.until(`document.querySelector(${JSON.stringify(selector)})`);
    const box = JSON.parse(
      await this.evaluate(`(() => { const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); return JSON.stringify([box.x + box.width / 2, box.y + box.height / 2]); })()`),
    );
    await this.clickAt(...box);
  }

  /** The middle of a square, in pixels of the window. */
  async squareAt(square) {
    return JSON.parse(
      await this.evaluate(`(() => {
        const box = document.querySelector('.g-board cg-board').getBoundingClientRect();
        const black = Boolean(document.querySelector('.cg-wrap.orientation-black'));
        const file = 'abcdefgh'.indexOf('${square[0]}'), rank = ${square[1]} - 1;
        const column = black ? 7 - file : file, row = black ? rank : 7 - rank;
        return JSON.stringify([box.x + ((column + 0.5) * box.width) / 8, box.y + ((row + 0.5) * box.height) / 8]);
      })()`),
    );
  }

  /** Moves a piece by two clicks. A tab in the background lets its board move a while after it has shown the opponent's
   * move: until then a click does nothing, and is repeated. */
  async move(from, to) {
    const count = () => this.evaluate(`document.querySelectorAll('.moves .m').length`);
    const before = await count();
    for (const end = Date.now() + WAIT; (await count()) === before && Date.now() < end; ) {
      for (const square of [from, to]) await this.clickAt(...(await this.squareAt(square)));
      for (const repeat = Date.now() + CLICK_AGAIN; (await count()) === before && Date.now() < repeat; ) await new Promise(resolve => setTimeout(resolve, 50));
    }
  }

  /** Waits until the scoresheet ends with a move. */
  sees(san) {
    return this.until(`[...document.querySelectorAll('.moves .m')].at(-1)?.firstChild.textContent === '${san}'`);
  }
}
