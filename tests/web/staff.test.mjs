// SPDX-License-Identifier: MIT
/* The set-up of a new server, and what its staff do: in order, on one server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from './support/becomes.mjs';
import { boxOf, sizes, startGame } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';

const club = useServer();
const PASSWORD = 'long-enough-4-tests';

const setupPath = () => {
  const { pathname, search } = new URL(club.server.setupLink);
  return pathname + search;
};

const logIn = (person, name) => person.post('/account/login', { name, password: PASSWORD });

async function admin() {
  const person = await club.arrive();
  await logIn(person, 'Polgar');
  return person;
}

test('a new server is set up by the link that it prints', async () => {
  const person = await club.arrive();
  await person.open(setupPath());
  await person.page.getByLabel('Name of the server').fill('Elm Street');
  await becomes(() => person.page.locator('.preview .p-bar').textContent(), 'Elm Street');
  await person.button('Finish setup').click();
  await person.text('Choose a name for your account.').waitFor();
  await person.page.getByLabel('Your name').fill('Polgar');
  await person.page.getByLabel('Password').fill('short');
  await person.button('Finish setup').click();
  await person.text('Use at least 8 characters.').waitFor();
  const password = person.page.getByLabel('Password');
  await password.fill(PASSWORD);
  await password.press('Tab');
  await person.page.keyboard.press('Enter');
  assert.equal(await password.getAttribute('type'), 'text');
  await person.button('Hide password').click();
  assert.equal(await password.getAttribute('type'), 'password');
  await person.button('Finish setup').click();
  await person.page.waitForURL(`${club.server.url}/`);
  await person.page.locator('header .me', { hasText: 'Polgar' }).waitFor();
  await becomes(() => person.page.locator('header .brand').textContent(), 'Elm Street');
  await person.page.getByRole('link', { name: 'Admin' }).first().click();
  await person.page.getByRole('heading', { name: 'All is well' }).waitFor();
});

test('the link does not work twice', async () => {
  const person = await club.arrive();
  const answer = await person.page.goto(club.server.url + setupPath());
  assert.equal(answer.status(), 404);
});

test('the pages of the staff are not for others', async () => {
  const person = await club.arrive();
  await person.register('Morphy');
  await person.open('/admin/users');
  await person.text('This page is for the staff').waitFor();
});

test('the staff come from a profile to its account', async () => {
  const staff = await admin();
  await staff.open('/@/Morphy');
  await staff.button(/^More: /).click();
  await staff.page.getByRole('menuitem', { name: 'Admin' }).click();
  await staff.page.waitForURL(`${club.server.url}/admin/users/Morphy`);
});

test('an admin creates an account, and its owner sets the password with the link', async () => {
  const [staff, member] = [await admin(), await club.arrive(sizes.phone)];
  await staff.open('/admin/users');
  await staff.button('New account').click();
  const dialog = staff.page.getByRole('dialog', { name: 'New account' });
  await dialog.getByLabel('Name').fill('morphy');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await dialog.getByText('that name is taken').waitFor();
  await dialog.getByLabel('Name').fill('Nele');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await dialog.getByText('The account Nele is ready.').waitFor();
  const link = new URL(await dialog.getByLabel('Link').inputValue());
  await dialog.getByRole('button', { name: 'Close' }).click();
  await member.page.goto(club.server.url + link.pathname + link.search);
  assert.equal(await member.text('Keep my API tokens').count(), 0);
  await member.page.getByLabel('New password').fill(PASSWORD);
  await member.button('Set password').click();
  await member.text('Your password is set').waitFor();
  await logIn(member, 'Nele');
  await member.open('/');
  await member.page.getByRole('link', { name: 'Nele' }).first().waitFor();
  await staff.open('/admin/log');
  await staff.text('Polgar created the account nele').waitFor();
});

test('the staff see all members, sort and search them', async () => {
  const staff = await admin();
  for (let i = 0; i < 51; i++) await staff.post('/api/mod/users', { name: `Member${i}` });
  await staff.open('/admin/users');
  const names = staff.page.locator('.data tbody td:first-child a');
  await becomes(() => names.count(), 50);
  assert.equal(await names.first().textContent(), 'Member50');
  await staff.button('Show more').click();
  await becomes(() => names.last().textContent(), 'Polgar');
  await staff.page.getByLabel('Sort by').selectOption('Name');
  await becomes(() => names.first().textContent(), 'Member0');
  await staff.page.getByLabel('Show').selectOption('Admins');
  await becomes(() => names.allTextContents(), ['Polgar']);
  await staff.page.getByLabel('Show').selectOption('Everybody');
  await staff.page.getByLabel('Search by name').fill('mo');
  await becomes(() => names.allTextContents(), ['Morphy']);
  await names.first().click();
  await staff.page.waitForURL(`${club.server.url}/admin/users/Morphy`);
});

test('a report is taken and closed', async () => {
  const [player, staff] = [await club.arrive(), await admin()];
  await player.register('Anderssen');
  const report = { user: 'Morphy', reason: 'cheat', text: 'Moves match the engine' };
  await player.post('/api/report', report);
  await staff.open('/admin/reports');
  await staff.text('Moves match the engine').waitFor();
  await staff.button('Claim').click();
  await staff.page.getByLabel('Outcome').fill('no evidence');
  await staff.button('Close the report').click();
  await staff.text('Nothing to do here.').waitFor();
  await staff.open('/admin/log');
  await staff.text('Polgar closed report 1: no evidence').waitFor();
  await player.open('/notifications');
  await player.text('Your report about morphy was reviewed: no evidence').waitFor();
});

test('the staff find the admin pages on a phone', async () => {
  const phone = await club.arrive(sizes.phone);
  await logIn(phone, 'Polgar');
  for (const path of ['/@/Polgar', '/account']) {
    await phone.open(path);
    await phone.page.locator('main').getByRole('link', { name: 'Admin' }).click();
    await phone.page.getByRole('heading', { name: 'All is well' }).waitFor();
  }
});

test('the staff see what is switched on, and are offered what can be changed', async () => {
  const staff = await admin();
  await staff.open('/admin/users/Morphy');
  await staff.button('Switch kid mode on').waitFor();
  await becomes(() => staff.button('Switch two-factor authentication off').count(), 0);
  await staff.confirm('Switch kid mode on');
  await staff.button('Switch kid mode off').waitFor();
  await becomes(() => staff.button('Switch kid mode on').count(), 0);
});

test('a banned player is thrown out', async () => {
  const [player, staff] = [await club.arrive(), await admin()];
  await logIn(player, 'Morphy');
  await player.open('/');
  await player.page.locator('header .me', { hasText: 'Morphy' }).waitFor();
  const phone = await club.arrive({ ...sizes.phone, storageState: await player.context.storageState() });
  await phone.open('/analysis');
  await staff.open('/admin/users/Morphy');
  const card = staff.page.locator('section.card', { has: staff.page.getByRole('heading', { name: 'Ban', exact: true }) });
  await card.getByLabel('Reason').fill('cheating');
  const wasTold = await player.lookOutFor('.toast', 'You are logged out.');
  await staff.confirm('Ban', 'Ban', card);
  await staff.text('cheating (Polgar)').waitFor();
  await player.text('cheating').waitFor();
  await wasTold();
  const reason = phone.page.getByRole('alert').filter({ hasText: 'cheating' });
  await reason.waitFor();
  await becomes(
    () => boxOf(reason),
    ({ x, y, width, height }) => x >= 0 && y >= 0 && x + width <= 390 && y + height <= 844,
    'the whole reason stands on the screen',
  );
  await staff.button('Lift the ban').click();
  await staff.page.getByRole('heading', { name: 'Ban', exact: true }).waitFor();
});

test('a player who is banned in the middle of a game loses it, and the opponent is told', async () => {
  const [player, opponent, staff] = [await club.arrive(), await club.arrive(), await admin()];
  await logIn(player, 'Morphy');
  player.name = 'Morphy';
  await startGame(player, opponent, { clock: '30+20' });
  await player.clickMove('e2', 'e4');
  await opponent.sees('e4');
  await opponent.clickMove('e7', 'e5');
  await player.sees('e5');
  await staff.open('/admin');
  const wasTold = await player.lookOutFor('.toast', 'You are logged out.');
  await staff.page.evaluate(() => fetch('/api/mod/user/morphy/ban', { method: 'POST', body: new URLSearchParams({ reason: 'engine', minutes: 60 }) }));
  await opponent.seesResult('0–1', /You win/);
  await player.text('engine').waitFor();
  await wasTold();
  await becomes(() => player.page.getByRole('button', { name: 'Resign' }).count(), 0);
});

test('an announcement reaches everybody', async () => {
  const [guest, staff] = [await club.arrive(), await admin()];
  await guest.open('/');
  await staff.open('/admin/announcements');
  await staff.page.getByRole('textbox', { name: 'Announcement' }).fill('Round 3 starts at 19:30');
  await staff.button('Announce').click();
  await guest.text('Round 3 starts at 19:30').waitFor();
  await staff.confirm('Remove', 'Remove', staff.page.locator('.rows'));
  await guest.text('Round 3 starts at 19:30').waitFor({ state: 'detached' });
});

test('an announcement stands on every page until it is closed', async () => {
  const [player, staff] = [await club.arrive(), await admin()];
  await logIn(player, 'Anderssen');
  await player.open('/players');
  await staff.open('/admin/announcements');
  await staff.page.getByRole('textbox', { name: 'Announcement' }).fill('The club closes at ten');
  await staff.button('Announce').click();
  const shown = player.page.locator('.toast', { hasText: 'The club closes at ten' });
  await shown.getByRole('button', { name: 'Close' }).click();
  await shown.waitFor({ state: 'detached' });
  await player.open('/watch');
  await player.page.waitForFunction(() => document.querySelector('main h1'));
  assert.equal(await shown.count(), 0);
  await player.open('/');
  await player.text('The club closes at ten').waitFor();
});

test('a number of the overview is in its box with its unit, however long it is', async () => {
  const person = await club.arrive(sizes.notebook);
  await logIn(person, 'Polgar');
  const columns = { people: 1234, games: 1234, moves: 0, moveTimes: 1_000_000, connections: 12_345, memories: 0 };
  const twice = Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, [value, value]]));
  const dates = [Date.now() - 120_000, Date.now() - 60_000];
  await person.page.route('**/api/mod/numbers/history', route => route.fulfill({ json: { period: 60_000, dates, ...twice } }));
  await person.page.route('**/api/mod/numbers', async route => {
    const numbers = await (await route.fetch()).json();
    await route.fulfill({ json: { ...numbers, people: 1234, games: 1234, connections: 12_345, connectionsMax: 19_904, memory: 12_345_000_000 } });
  });
  await person.open('/admin');
  await person.text('≤ 1,000').waitFor();
  await person.text('of 19,904').waitFor();
  await person.page.evaluate(() => document.fonts.ready);
  const cut = () =>
    person.page.evaluate(() => {
      const rightOf = element => element.getBoundingClientRect().right;
      const isCut = tile => [...tile.querySelectorAll('dd span, dd small')].some(part => rightOf(part) > rightOf(tile) - parseFloat(getComputedStyle(tile).paddingRight));
      return [...document.querySelectorAll('.tile')].filter(isCut).map(tile => tile.textContent);
    });
  assert.deepEqual(await cut(), []);
});

test('more members of a list that is no longer shown do not replace the shown one', async () => {
  const staff = await admin();
  let release;
  const released = new Promise(resolve => (release = resolve));
  await staff.page.route('**/api/mod/users?*', async route => {
    const query = new URL(route.request().url()).searchParams;
    if (query.has('lastId')) await released;
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, more: !query.has('role') } });
  });
  await staff.open('/admin/users');
  const more = staff.page.waitForRequest(/lastId/);
  await staff.button('Show more').click();
  const late = (await more).response();
  await staff.page.getByLabel('Show', { exact: true }).selectOption({ label: 'Bots' });
  await staff.text('No player has a name like that.').waitFor();
  release();
  await late;
  await staff.page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))));
  await staff.text('No player has a name like that.').waitFor({ timeout: 1_000 });
});

test('a setting is changed and returns', async () => {
  const staff = await admin();
  await staff.open('/admin/settings');
  const guests = staff.page.getByRole('switch', { name: 'Guests can play' });
  const saved = staff.page.waitForResponse(/\/api\/mod\/settings\/no-guests$/);
  await guests.click();
  assert.equal((await saved).status(), 200);
  const offersGuests = () => staff.page.evaluate(async () => (await (await fetch('/api/server')).json()).guests);
  await becomes(offersGuests, false); // the server reads its settings again after they are stored
});

test('without scripts, the pages show what the server knows', async () => {
  const reader = await club.arrive({ ...sizes.phone, javaScriptEnabled: false });
  for (const [path, heading] of [['/', 'Elm Street'], ['/watch', 'Watch'], ['/players', 'Players'], ['/@/Polgar', 'Polgar'], ['/nothing0', 'Not found']]) {
    await reader.page.goto(club.server.url + path);
    await becomes(() => reader.page.locator('main h1').textContent(), heading);
    await becomes(() => reader.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, path);
  }
});
