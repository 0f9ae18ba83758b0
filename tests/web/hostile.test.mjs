// SPDX-License-Identifier: MIT
/* Addresses, storage and messages that nobody would write: the page says what is wrong and keeps working. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useServer } from './support/fixture.mjs';
import { show } from './support/pages.mjs';

const club = useServer();

test('an address that no game can have says that there is no such page', async () => {
  const anna = await club.arrive();
  for (const path of ['/constructor', '/__proto__/black', '/%00', '/%3Cimg%20src=x%3E', '/%2f%2felsewhere.example']) {
    await anna.open(path);
    await anna.text('There is no such page.').waitFor();
  }
});

test('a question in the address that names no dialog opens none', async () => {
  const anna = await club.arrive();
  for (const query of ['constructor', '__proto__', 'toString=1']) {
    await show(anna, [query, `/help?${query}`, 'main h1']);
    assert.equal(await anna.page.locator('dialog[open]').count(), 0);
  }
});

test('a dialog closes on an address that begins with two slashes', async () => {
  const anna = await club.arrive();
  await anna.page.goto(`${club.server.url}//elsewhere.example/?login`);
  await anna.page.getByRole('dialog').waitFor();
  await anna.page.keyboard.press('Escape');
  await anna.page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await anna.page.evaluate(() => location.href), `${club.server.url}//elsewhere.example/`);
});

/** Fills the storage of the browser with one value. */
const fillStorage = (person, value) =>
  person.page.evaluate(text => {
    for (const name of ['language', 'theme', 'preferences', 'terms', 'computer-place', 'computer-game', 'computer-terms', 'engine', 'analysis', 'review', 'challenge'])
      localStorage.setItem(name, text);
    for (const name of ['invitation', 'expected-games', 'unanswered-commands']) sessionStorage.setItem(name, text);
  }, value);

test('pages open whatever the browser has stored', async () => {
  const anna = await club.arrive();
  await anna.open('/help');
  for (const value of ['constructor', '5', '{}', '{"moves":1,"start":2,"terms":3,"you":4,"lines":"x","level":"x","clock":5}']) {
    await fillStorage(anna, value);
    for (const path of ['/', '/computer', '/analysis', '/?computer', '/?invite']) {
      await anna.open(path);
      await anna.page.waitForSelector('main *');
    }
  }
});

test('pages open where storage is forbidden', async () => {
  const anna = await club.arrive();
  await anna.page.addInitScript(() => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get });
  });
  for (const path of ['/', '/computer', '/analysis', '/account/look', '/?invite']) {
    await anna.open(path);
    await anna.page.waitForSelector('main *');
  }
  await anna.open('/account/look');
  const loaded = anna.page.waitForEvent('load');
  await anna.page.getByLabel('Language', { exact: true }).selectOption('de');
  await loaded;
});

test('an address that names no channel or no position says so', async () => {
  const anna = await club.arrive();
  const expected = [
    ['/watch/garbage', 'There is no such page.'],
    ['/analysis?fen=garbage', 'This position cannot be played.'],
    ['/editor/%E0%A4%A', 'The position of this address cannot be read.'],
    ['/editor?fen=garbage', 'The position of this address cannot be read.'],
  ];
  for (const [path, text] of expected) {
    await anna.open(path);
    await anna.text(text).waitFor();
    assert.equal(await anna.page.locator('.board').count(), 0, path);
  }
  await anna.open('/analysis?pgn=1.e4+e9');
  await anna.page.locator('.toast').waitFor();
  await anna.open('/analysis?pgn=1.e4+e5');
  await anna.page.locator('.tree .m', { hasText: 'e5' }).waitFor();
  await anna.open('/analysis?fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1');
  await anna.page.waitForFunction(() => document.querySelector('#fen')?.value === '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
});

const nonsense = ['<!doctype html><title>Log in to the network</title>', '{}', '[]', 'null', '[null]'];
const UNEXPECTED = 'The server sent an unexpected answer. Try again.';

test('answers that make no sense are told in a plain sentence, and the page stays', async () => {
  const anna = await club.arrive();
  await anna.register('Ann');
  let body = '';
  await anna.page.route(/\/api\/|\/game\/export\/|\/account\/[a-z-]+$/, route =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({ status: 200, contentType: body.startsWith('<') ? 'text/html' : 'application/json', body })
      : route.continue(),
  );
  for (body of nonsense)
    for (const path of ['/', '/@/Ann', '/players', '/messages/Ben', '/notifications', '/account', '/abcdefgh/review']) {
      await anna.open(path);
      // the home page does without what it asked for
      await (path === '/' ? anna.page.locator('.card').first() : anna.text(UNEXPECTED)).waitFor();
      assert.doesNotMatch(await anna.page.locator('body').innerText(), /Unexpected token|Cannot read|undefined|Something went wrong/, `${path} ${body}`);
    }
});

test('messages with missing and absurd fields do not stop the page', async () => {
  const anna = await club.arrive();
  const garbage = [
    { t: 'game' },
    { t: 'game', game: 'Ab3dE6gH', moves: 7, version: -1 },
    { t: 'event', game: 'Ab3dE6gH', version: 1e300 },
    { t: 'running-end' },
    { t: 'place', perf: null },
    { t: 'found' },
    { t: 'challenged', state: 'created' },
    { t: 'result', game: 5 },
    { t: 'announcement', id: 'x' },
  ];
  await anna.page.routeWebSocket(/\/ws$/, socket => {
    const server = socket.connectToServer();
    server.onMessage(message => {
      socket.send(message);
      if (String(message).includes('"t":"hello"')) for (const one of garbage) socket.send(JSON.stringify(one));
    });
  });
  await anna.open('/');
  await anna.page.waitForSelector('main h1');
  await anna.open('/help');
  await anna.page.waitForSelector('main h1');
});
