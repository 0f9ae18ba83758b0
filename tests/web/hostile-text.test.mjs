// SPDX-License-Identifier: MIT
/* Texts of people who mean harm, in every place that shows a text: nothing runs, nothing becomes a link that it
 * should not be, and no page becomes wider than its window. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { command, makeGame, sizes } from './support/browser.mjs';
import { fillClub, show } from './support/pages.mjs';
import { useServer } from './support/fixture.mjs';

const club = useServer('--no-limits');

const evil = '"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
const spaceless = 'W'.repeat(10_000);
const turned = '\u202Eevil\u2066 text\u200B\u200D\uFEFF'; // overrides of direction, and letters without width
const family = '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(20);
const links = 'javascript:window.hacked=1\ndata:text/html,<script>window.hacked=1</script>\nhttps://example.org/"onmouseover="window.hacked=1';

const post = (person, path, form) =>
  person.page.evaluate(
    async ([address, values]) => {
      const answer = await fetch(address, { method: 'POST', headers: { Accept: 'application/json' }, body: new URLSearchParams(values) });
      return { status: answer.status, body: await answer.text() };
    },
    [path, form],
  );

/** Posts a text as far as the server takes one: what is too long is refused in words, or cut. */
async function offer(person, path, name, form = {}) {
  for (const text of [evil, turned, family, spaceless]) {
    const { status, body } = await post(person, path, { ...form, [name]: text });
    assert.ok(status === 200 || status === 201 || (status === 400 && body.includes('error')), `${path} ${name}: ${status} ${body}`);
  }
}

let people;

/** A club in which every text is hostile. */
async function hostileClub() {
  if (people) return people;
  const { anna, ben, finished, running } = await fillClub(club.browser, club.server);
  await Promise.all([anna.open('/'), ben.open('/')]);
  for (const setting of ['server-name', 'motd']) await offer(anna, `/api/mod/settings/${setting}`, 'value');
  await post(anna, '/api/mod/settings/motd', { value: `${evil} ${'M'.repeat(300)}` });
  await post(anna, '/api/mod/settings/server-name', { value: '<script>window.hacked=1</script>' });
  await offer(anna, '/api/mod/announcements', 'text');
  for (const field of ['bio', 'realName', 'location', 'links']) await offer(ben, '/account/profile', field);
  await post(ben, '/account/profile', { bio: `${evil} ${'B'.repeat(200)}`, realName: turned, location: evil.slice(0, 80), links });
  await offer(ben, '/inbox/anna', 'text');
  await post(ben, '/inbox/anna', { text: links });
  await offer(anna, '/api/mod/user/ben/notes', 'text');
  await offer(ben, '/api/report', 'text', { user: 'Anna', reason: 'other' });
  await offer(anna, `/api/game/${finished}/note`, 'text');
  for (const text of [evil, turned, 'C'.repeat(140), 'javascript:window.hacked=1'])
    await command(ben, { t: 'act', game: running, version: 13, verb: 'chat', room: 'players', text, id: `chat-${text.slice(0, 9)}` });
  await command(ben, { t: 'challenge', to: 'Anna', clock: '5+3', message: evil });
  people = { anna, ben, finished, running };
  return people;
}

/** Fails if anything of the texts has become more than text. */
async function expectHarmless(page, path) {
  const found = await page.evaluate(() => ({
    hacked: window.hacked ?? null,
    images: [...document.querySelectorAll('img[src="x"], [onerror], [onmouseover]')].length,
    scripts: [...document.scripts].filter(script => script.textContent?.includes('hacked')).length,
    links: [...document.querySelectorAll('a[href]')].map(link => link.href).filter(href => !/^https?:/.test(href)),
    tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  assert.deepEqual(found, { hacked: null, images: 0, scripts: 0, links: [], tooWide: 0 }, path);
}

const paths = ({ running, finished }) => [
  '/',
  `/${running}`,
  `/${finished}`,
  `/${finished}/review`,
  '/watch',
  '/players',
  '/@/Ben',
  '/messages',
  '/messages/Ben',
  '/notifications',
  '/account/about',
  '/account/privacy',
  '/admin',
  '/admin/reports',
  '/admin/users/Ben',
  '/admin/log',
  '/admin/announcements',
  '/admin/settings',
];

for (const size of ['desk', 'small'])
  test(`hostile texts stay texts on every page: ${size}`, async () => {
    const { anna, ...rest } = await hostileClub();
    const viewer = await club.arrive({ ...sizes[size], storageState: await anna.context.storageState() });
    for (const path of paths(rest)) {
      await show(viewer, [path, path, 'main h1, main h2, .board']);
      await expectHarmless(viewer.page, path);
    }
  });

test('hostile texts stay texts without scripts', async () => {
  const { finished, running } = await hostileClub();
  const reader = await club.arrive({ ...sizes.small, javaScriptEnabled: false });
  for (const path of ['/', '/watch', '/players', '/@/Ben', `/${finished}`, `/${running}`, '/%3Cscript%3E']) {
    const answer = await reader.page.goto(club.server.url + path);
    const html = await answer.text();
    assert.ok(!/<img src=x|<script>window|href="(javascript|data):/i.test(html), path);
    assert.equal(await reader.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, path);
  }
});

test('names in addresses stay names', async () => {
  const guest = await club.arrive();
  for (const path of ['/@/%3Cimg%20src=x%20onerror=window.hacked=1%3E', '/messages/%22%3E%3Cscript%3E', '/players/%3Cb%3E', '/watch/%3Cb%3E', '/i/%3Cscript%3E', '/admin/users/%22%3E%3Cimg%3E']) {
    await show(guest, [path, path, 'main *']);
    await expectHarmless(guest.page, path);
  }
});

test('the letters of a name from right to left do not turn the line around it', async () => {
  const { anna } = await hostileClub();
  const viewer = await club.arrive({ ...sizes.desk, storageState: await anna.context.storageState() });
  await viewer.open('/@/Ben');
  const name = viewer.page.locator('main h1').first();
  await name.waitFor();
  const shown = await viewer.page.locator('main').evaluate(main => main.textContent);
  assert.ok(!shown.includes('\u202E'), 'an override of direction is shown');
  const game = await makeGame(await member('Left_to_right_name_1'), await member('Long-name-1234567890'));
  await viewer.open(`/${game}`);
  await viewer.waitForBoard();
  await expectHarmless(viewer.page, game);
});

async function member(name) {
  const person = await club.arrive();
  await person.register(name);
  return person;
}
