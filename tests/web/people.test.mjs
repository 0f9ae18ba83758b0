// SPDX-License-Identifier: MIT
/* Players, profiles, accounts and messages. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { becomes } from './support/becomes.mjs';
import { makeGame, sizes, startGame } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';
import { act, playMoves } from './support/pages.mjs';

const club = useServer('--no-limits'); // more accounts than an address may open in an hour
const password = 'long-enough-4-tests';
let visits = 0;

/** Somebody with an account; names are not used twice. */
async function member(name, size = sizes.desk) {
  const person = await club.arrive(size);
  await person.register(`${name}${++visits}`);
  return person;
}

/** A finished game between two people: the first one mates or resigns. */
async function finish(white, black, terms, moves, end) {
  const game = await makeGame(white, black, terms);
  const version = await playMoves(game, white, black, moves);
  if (end) await act(white, game, version, end);
  return game;
}

const getJson = async (person, path) => (await person.context.request.get(person.server.url + path, { headers: { Accept: 'application/json' } })).json();

test('a profile follows, blocks and reports; the games have filters in the address', async () => {
  const [anna, ben] = [await member('Anna'), await member('Ben')];
  await finish(anna, ben, { rated: true, clock: '5+3' }, ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
  await finish(anna, ben, { rated: true, clock: '15+10' }, ['e2e4', 'e7e5', 'g1f3'], 'resign');
  await finish(ben, anna, { rated: true, clock: '15+10' }, ['e2e4', 'c7c5', 'g1f3'], 'resign');
  await anna.open(`/@/${ben.name}`);
  await anna.text('You against').waitFor();
  await anna.page.locator('.games tbody tr').nth(2).waitFor();
  await anna.page.getByText('Sicilian', { exact: false }).first().waitFor();

  await anna.button('Losses').click();
  await anna.page.waitForURL(/result=loss/);
  await anna.page.waitForFunction(() => document.querySelectorAll('.games tbody tr').length === 1);
  await anna.page.reload();
  await anna.page.locator('.games .outcome.l').waitFor();
  await becomes(() => anna.page.locator('.games tbody tr').count(), 1);
  await anna.button('Clear filters').click();
  const rows = count => anna.page.waitForFunction(n => document.querySelectorAll('.games tbody tr').length === n, count);
  await rows(3);
  await anna.page.getByLabel('Opponent').fill(anna.name.slice(1, 4));
  await anna.page.waitForURL(/opponent=/);
  await rows(3);
  await anna.page.getByLabel('Opponent').fill('nobody-here');
  await anna.text('No games match these filters.').waitFor();
  await anna.button('Clear filters').first().click();
  await anna.button('More filters').click();
  await anna.page.getByLabel('Opening').fill('sicilian');
  await anna.page.waitForURL(/opening=sicilian/);
  await rows(1);
  const download = anna.page.waitForEvent('download');
  await anna.button('Export').click();
  await anna.page.getByRole('menuitem', { name: 'PGN' }).click();
  const pgn = readFileSync(await (await download).path(), 'utf8');
  assert.match(pgn, /1\. e4/);
  assert.equal(pgn.match(/\[White /g).length, 1);
  await anna.button('Clear filters').first().click();

  await anna.button('Follow').click();
  await anna.button('Following').waitFor();
  await anna.button(/^More: report/).click();
  await anna.page.keyboard.press('ArrowDown');
  await anna.page.keyboard.press('Enter');
  await anna.button('Send report').click();
  await anna.text('Choose what is wrong.').waitFor();
  await anna.text('Say what happened.').waitFor();
  await anna.page.getByLabel('Uses an engine').check();
  await anna.page.getByLabel('What happened?').fill('Moves like an engine.');
  const wasTold = await anna.lookOutFor('.toast', 'A moderator will look at it');
  await anna.button('Send report').click();
  await wasTold();
  await anna.button(/^More: report/).click();
  await anna.page.getByRole('menuitem', { name: 'Block' }).click();
  await anna.text(`You have blocked ${ben.name}`).waitFor();
  await becomes(() => anna.page.getByRole('link', { name: 'Challenge' }).count(), 0);
  await becomes(async () => (await getJson(anna, `/api/user/${ben.name}`)).blocking, true);
  await anna.button('Unblock').click();
  await anna.page.getByRole('link', { name: 'Challenge' }).waitFor();
});

test('a game that was aborted is not in the list of games', async () => {
  const [anna, ben] = [await member('Abby'), await member('Bo')];
  const game = await makeGame(anna, ben, { clock: '5+3' });
  await act(anna, game, 0, 'abort');
  await anna.open(`/@/${anna.name}`);
  await anna.text('You have not played yet.').waitFor();
});

test('the rating graph tells its values by keys; the search finds a player', async () => {
  const [anna, ben] = [await member('Cora'), await member('Dan')];
  await finish(anna, ben, { rated: true, clock: '5+3' }, ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
  await anna.open('/players');
  await anna.page.getByRole('combobox').fill(ben.name.slice(0, 3).toLowerCase());
  await anna.page.getByRole('option', { name: ben.name }).waitFor();
  await anna.page.keyboard.press('ArrowDown');
  await anna.page.keyboard.press('Enter');
  await anna.page.waitForURL(`**/@/${ben.name}`);
  const graph = anna.page.getByRole('slider', { name: 'Blitz rating' });
  const middles = selector => anna.page.locator(selector).evaluateAll(list => list.map(element => element.getBoundingClientRect()).map(({ y, height }) => y + height / 2));
  const distances = async () => {
    const [numbers, lines] = [await middles('.chart-wrap .y span'), await middles('.chart-wrap .grid')];
    return numbers.map((number, i) => Math.abs(number - lines[i]));
  };
  await becomes(distances, list => list.length > 2 && list.every(distance => distance < 3), 'each number stands at its line');
  await graph.focus();
  await anna.page.keyboard.press('Home');
  await becomes(() => graph.getAttribute('aria-valuetext'), /: 1500$/, 'it begins before the first game');
});

test('preferences are kept with the account, and for guests in the browser', async () => {
  const anna = await member('Ella');
  await anna.open('/account/look');
  await anna.page.getByRole('radio', { name: 'Moss' }).check();
  await anna.page.waitForFunction(() => document.documentElement.dataset.board === 'moss');
  await anna.open('/account/play');
  await anna.page.getByRole('switch', { name: /Premoves/ }).uncheck();
  await anna.page.waitForFunction(async () => {
    const { prefs } = await (await fetch('/api/account/preferences')).json();
    return prefs.theme === 'moss' && prefs.premove === false;
  });
  const guest = await club.arrive(sizes.phone);
  await guest.open('/account');
  await guest.text('Play under your own name').waitFor();
  await guest.page.getByRole('radio', { name: 'Elm' }).check();
  await guest.page.reload();
  await guest.page.waitForFunction(() => document.documentElement.dataset.board === 'elm');
  await becomes(() => guest.page.getByRole('radio', { name: 'Elm' }).isChecked(), true);
});

/** The code of an authenticator app (RFC 6238). */
function codeOf(secret) {
  const bits = [...secret.replace(/\s/g, '')].map(letter => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g).map(byte => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(step).digest();
  return String((hash.readUInt32BE(hash[19] & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test('a second factor is set up with a code and ends with a recovery code', async () => {
  const anna = await member('Fay');
  await anna.open('/account/security');
  const card = anna.page.locator('.card', { hasText: 'Two-factor authentication' });
  await card.getByLabel('Current password').fill('not this one');
  await card.getByRole('button', { name: 'Set up' }).click();
  await card.getByText('The password is wrong').waitFor();
  await card.getByLabel('Current password').fill(password);
  await card.getByRole('button', { name: 'Set up' }).click();
  await card.getByRole('img', { name: /QR code/ }).waitFor();
  await card.getByLabel('Six-digit code').fill(codeOf(await card.locator('.secret').innerText()));
  await card.getByRole('button', { name: 'Switch on' }).click();
  await card.locator('.codes li').first().waitFor();
  const codes = await card.locator('.codes li').allInnerTexts();
  assert.equal(codes.length, 10);
  await card.getByRole('button', { name: 'I have saved them' }).click();
  await card.getByText('10 recovery codes left').waitFor();
  const other = await club.arrive(sizes.phone);
  await other.open('/?login');
  await other.page.getByLabel('Name').fill(anna.name);
  await other.page.getByLabel('Password').fill(password);
  await other.page.getByRole('dialog').getByRole('button', { name: 'Log in' }).tap();
  await becomes(() => other.page.getByLabel('Code').evaluate(field => field === document.activeElement), true, 'the code can be typed at once');
  await other.page.keyboard.type(codes[1]);
  await other.page.keyboard.press('Enter');
  await other.page.getByRole('dialog').waitFor({ state: 'detached' });
  await card.getByRole('button', { name: 'Switch off' }).click();
  await card.getByLabel('Current password').fill(password);
  await card.getByLabel('Code').fill(codes[0]);
  await card.getByRole('button', { name: 'Switch off' }).click();
  await card.getByRole('button', { name: 'Set up' }).waitFor();
});

test('a token is made, shown once and revoked; the profile names the wrong field', async () => {
  const anna = await member('Gina');
  await anna.open('/account/apps');
  await anna.page.getByLabel('What is it for?').fill('My board');
  await anna.button('Create token').click();
  await becomes(() => anna.page.getByLabel('Token', { exact: true }).inputValue(), /^rk_/);
  await anna.page.locator('.item', { hasText: 'My board' }).getByRole('button', { name: 'Revoke' }).click();
  await anna.text('No app has access').waitFor();
  await anna.open('/account/about');
  await anna.page.getByLabel('FIDE').fill('9999');
  await anna.button('Save').click();
  await anna.page.locator('.field.bad .error').waitFor();
  await anna.page.getByLabel('FIDE').fill('1850');
  await anna.button('Save').click();
  await anna.text('Saved.').waitFor();
});

test('a message to nobody is refused before it is written', async () => {
  const anna = await member('Quinn');
  await anna.open('/messages/Nobody-Here');
  await anna.text('There is nobody called Nobody-Here.').waitFor();
  await becomes(() => anna.page.getByRole('textbox', { name: /Nobody/ }).count(), 0);
});

test('a conversation without messages is not marked as read', async () => {
  const [anna, ben] = [await member('Rosa'), await member('Sven')];
  const sent = [];
  anna.page.on('request', request => request.url().endsWith('/read') && sent.push(request.url()));
  await anna.open(`/messages/${ben.name}`);
  await anna.page.locator('.thread .muted').waitFor();
  assert.deepEqual(sent, []);
});

test('messages arrive live, and kid mode ends them', async () => {
  const [anna, ben] = [await member('Hanna'), await member('Ivo', sizes.phone)];
  await ben.open('/messages');
  await anna.open(`/messages/${ben.name}`);
  await anna.page.getByLabel(`Write to ${ben.name}`).fill('A game tonight?');
  await anna.page.keyboard.press('Enter');
  await ben.page.locator('.talk.unread', { hasText: anna.name }).tap();
  await ben.page.locator('.msg', { hasText: 'A game tonight?' }).waitFor();
  await ben.page.getByLabel(`Write to ${anna.name}`).fill('At eight');
  await ben.button('Send').tap();
  await anna.page.locator('.msg:not(.own)', { hasText: 'At eight' }).waitFor();
  await becomes(() => anna.page.locator('.msg').count(), 2);
  await anna.open('/account/privacy');
  await anna.page.getByRole('switch', { name: /Kid mode/ }).click();
  await anna.page.waitForFunction(async () => (await (await fetch('/api/account/kid')).json()).kid);
  await anna.open('/messages');
  await anna.text('Kid mode is on').waitFor();
});

test('a notification says in the bell what happened', async () => {
  const [anna, ben] = [await member('Jana'), await member('Karl')];
  await anna.open('/players');
  await ben.post(`/api/rel/follow/${anna.name}`);
  await anna.page.getByRole('link', { name: 'Notifications, 1 new' }).click();
  await anna.page.locator('.note.unread', { hasText: `${ben.name} follows you.` }).waitFor();
  await anna.page.getByRole('link', { name: 'Notifications', exact: true }).first().waitFor();
});

test('the header fits every window, whatever the language', async () => {
  const [anna, ben] = [await member('Longest_name_of_a'), await member('Ian')];
  await makeGame(anna, ben, { clock: '30+20' });
  const state = await anna.context.storageState();
  for (const width of [320, 768, 1024]) {
    const viewer = await club.arrive({ viewport: { width, height: 800 }, locale: 'de-DE', storageState: state });
    await viewer.open('/players');
    await viewer.page.locator('.turn-link').waitFor();
    await becomes(() => viewer.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${width} pixels`);
  }
});

test('a device that is logged out elsewhere says so, and its game goes on elsewhere', async () => {
  const [anna, ben] = [await member('Rita'), await member('Sam')];
  const game = await startGame(anna, ben, { clock: '30+20' });
  const phone = await club.arrive(sizes.phone);
  await phone.page.goto(`${club.server.url}/help`);
  await phone.page.evaluate(form => fetch('/account/login', { method: 'POST', body: new URLSearchParams(form) }), { name: anna.name, password });
  await phone.open('/account/devices');
  const wasTold = await anna.lookOutFor('.toast', 'You are logged out.');
  await phone.button('Log out everywhere else').tap();
  await wasTold();
  await becomes(() => anna.page.getByRole('button', { name: 'Resign' }).count(), 0, 'a spectator cannot resign');
  await phone.open(`/${game}`);
  await phone.waitForBoard();
  await phone.tapMove('e2', 'e4');
  await ben.sees('e4');
});

/** The files of a tar archive: name and text. A header is a block with the name at 0 and the size, in octal, at 124. */
function filesOfTar(bytes) {
  const BLOCK = 512;
  const files = {};
  for (let at = 0; bytes[at]; ) {
    const size = parseInt(bytes.toString('latin1', at + 124, at + 136), 8);
    const name = bytes.toString('latin1', at, at + 100).replace(/\0.*$/s, '');
    files[name] = bytes.toString('utf8', at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}

test('all data of an account comes as an archive with its games and messages', async () => {
  const [anna, ben] = [await member('Mila'), await member('Nils')];
  await finish(anna, ben, { clock: '5+3' }, ['e2e4', 'e7e5', 'g1f3'], 'resign');
  await anna.post(`/inbox/${ben.name}`, { text: 'Thank you for the game.' });
  await anna.open('/account/leave');
  const coming = anna.page.waitForEvent('download');
  await anna.page.getByRole('link', { name: 'Download' }).click();
  const download = await coming;
  assert.match(download.suggestedFilename(), new RegExp(`^${anna.name}\\.tar$`, 'i'));
  const files = filesOfTar(readFileSync(await download.path()));
  const folder = anna.name.toLowerCase();
  assert.match(files[`${folder}/games-0001.pgn`], new RegExp(`\\[White "${anna.name}"\\]`));
  assert.match(files[`${folder}/messages-0001.json`], /Thank you for the game\./);
  assert.equal(JSON.parse(files[`${folder}/account.json`])[0].name, anna.name);
});

test('an account is closed, and its page says so', async () => {
  const anna = await member('Lena');
  await anna.open('/account/leave');
  await anna.button('Close account…').click();
  await anna.page.getByLabel('Current password').fill(password);
  await anna.button('Close account').click();
  await anna.text('Your account is closed.').waitFor();
  await anna.open(`/@/${anna.name}`);
  await anna.text('This account is closed.').waitFor();
});

test('after a rated game, the opponent is reported with the game filled in, also after a reload', async () => {
  const [anna, ben] = [await member('Rita'), await member('Sam')];
  const game = await finish(anna, ben, { rated: true, clock: '5+3' }, ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
  await anna.open(`/${game}`);
  await anna.page.getByRole('link', { name: `Report ${ben.name}` }).click();
  const field = anna.page.getByLabel('Game (optional)');
  await becomes(() => field.inputValue(), game);
  await anna.page.reload();
  await becomes(() => field.inputValue(), game);
  await anna.page.getByLabel('Uses an engine').check();
  await anna.page.getByLabel('What happened?').fill('Moves like an engine.');
  const wasTold = await anna.lookOutFor('.toast', 'A moderator will look at it');
  await anna.button('Send report').click();
  await wasTold();
});
