// SPDX-License-Identifier: MIT
/* From the home page to a board: quick pairing, an invitation, the computer, an account. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from './support/becomes.mjs';
import { boxOf, makeGame, sizes, startGame } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';

const club = useServer();
const password = 'long-enough-4-tests';

const comesToBoard = person => person.page.waitForURL(/\/\w{8}$/);

/** Both are at the same board and can play. */
async function meet(one, other) {
  await Promise.all([comesToBoard(one), comesToBoard(other)]);
  assert.equal(one.page.url(), other.page.url());
  await Promise.all([one.waitForBoard(), other.waitForBoard()]);
}

async function visit(path = '/', size = sizes.desk) {
  const person = await club.arrive(size);
  await person.open(path);
  return person;
}

async function register(person, name) {
  const { page } = person;
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.locator('dialog button[type=submit]').click();
  await page.locator('.me').waitFor();
  await becomes(() => page.locator('dialog').count(), 0);
}

const choose = (person, clock) => person.page.locator('.tc label', { hasText: clock }).click();

test('two guests press Play and meet at a board', async () => {
  const [one, other] = [await visit(), await visit()];
  await one.button('Play 5+3').click();
  await one.page.locator('.seeks .mine').waitFor();
  await other.page.locator('.seeks li').waitFor();
  await other.button('Play 5+3').click();
  await meet(one, other);
});

test('a guest who met somebody in the lobby chooses phrases, and reads why', async () => {
  const [one, other] = [await visit(), await visit()];
  for (const person of [one, other]) await person.button('Play 5+3').click();
  await meet(one, other);
  await one.text('Guests choose a phrase.').waitFor();
  await becomes(() => one.page.locator('.chat .say').count(), 0);
  await one.page.locator('.chat').getByRole('button', { name: 'Have fun!' }).click();
  await other.page.locator('.chat .lines').getByText('Have fun!').waitFor();
});

test('a seek is cancelled, and fades from the lists of others', async () => {
  const [one, other] = [await visit(), await visit()];
  await choose(one, '3+2');
  await one.button('Play 3+2').click();
  await other.page.locator('.seeks li', { hasText: '3+2' }).waitFor();
  const hasFaded = await other.lookOutFor('.seeks li.gone', '3+2');
  await one.page.locator('.waiting-btn').click();
  await one.button('Play 3+2').waitFor();
  await hasFaded();
  await other.page.getByText('Nobody is waiting right now.').waitFor();
});

test('a search that is cancelled before the server has answered ends there, too', async () => {
  const [one, other] = [await club.arrive(), await visit()];
  await one.post('/account/guest');
  const held = [];
  let isHolding = false;
  await one.page.routeWebSocket(/\/ws$/, socket => {
    const server = socket.connectToServer();
    server.onMessage(data => (isHolding ? held.push(() => socket.send(data)) : socket.send(data)));
  });
  await one.open('/');
  await one.page.waitForFunction(() => !document.querySelector('.banner'));
  await choose(one, '3+2');
  isHolding = true;
  await one.button('Play 3+2').click();
  const row = other.page.locator('.seeks li:not(.gone)', { hasText: '3+2' });
  await row.waitFor();
  await one.page.locator('.waiting-btn').click();
  isHolding = false;
  for (const send of held) send();
  await row.waitFor({ state: 'detached' });
});

test('a seek of the list is accepted', async () => {
  const [one, other] = [await visit(), await visit('/', sizes.phone)];
  await choose(one, '10+5');
  await one.button('Play 10+5').click();
  await other.page.locator('.seeks li').tap({ position: { x: 20, y: 20 } }); // the whole row is the button
  await meet(one, other);
});

test('a seek that could not be accepted opens no other game when the page connects again', async () => {
  const [one, host, rival] = [await club.arrive(), await visit(), await club.arrive()];
  await makeGame(one, rival, { clock: '3 days' });
  let starts = 0;
  let lose;
  await one.page.routeWebSocket(/\/ws$/, socket => {
    const server = socket.connectToServer();
    lose = () => [server, socket].forEach(end => end.close());
    server.onMessage(data => {
      socket.send(data);
      starts += Number(JSON.parse(data).t === 'start');
    });
    socket.onMessage(data => {
      const { t, id } = JSON.parse(data);
      if (t === 'join') socket.send(JSON.stringify({ t: 'refused', id, why: 'gone', text: 'this seek is gone' }));
      else server.send(data);
    });
  });
  await one.open('/');
  await becomes(() => starts, 1);
  await choose(host, '10+5');
  await host.button('Play 10+5').click();
  const wasTold = await one.lookOutFor('.toast', '');
  await one.page.locator('.seeks li', { hasText: '10+5' }).getByRole('button', { name: /^Play/ }).click();
  await wasTold();
  lose();
  await becomes(() => starts, 2);
  await becomes(() => one.page.locator('.banner').count(), 0);
  assert.equal(new URL(one.page.url()).pathname, '/');
});

const receives = (socket, type) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes(`"t":"${type}"`));

/** Opens a page and lets some time pass: the seeks that were there before are no news. */
async function settle(path, size = sizes.desk) {
  const person = await club.arrive(size);
  await person.page.clock.install();
  const connected = person.page.waitForEvent('websocket').then(async socket => {
    await receives(socket, 'hello');
    return socket;
  });
  await person.open(path);
  person.socket = await connected;
  await person.page.clock.fastForward(2_000);
  return person;
}

test('somebody on another page is told of a seek, and accepts it', async () => {
  const [one, other] = [await visit(), await settle('/players')];
  await choose(one, '10+5');
  await one.button('Play 10+5').click();
  await other.page.locator('.toast.call', { hasText: 'wants to play 10+5' }).waitFor();
  await other.page.locator('.toast.call').getByRole('button', { name: 'Accept' }).click();
  await meet(one, other);
});

test('a call that is put aside does not come again, and one that is gone goes', async () => {
  const [one, other] = [await visit(), await settle('/help', sizes.phone)];
  const call = other.page.locator('.toast.call');
  await one.button('Play 5+3').click();
  await call.waitFor();
  await one.page.locator('.waiting-btn').click();
  await call.waitFor({ state: 'detached' });
  await one.button('Play 5+3').click();
  await call.getByRole('button', { name: 'Not now' }).tap();
  await call.waitFor({ state: 'detached' });
  await one.page.locator('.waiting-btn').click();
  await Promise.all([receives(other.socket, 'found'), one.button('Play 5+3').click()]);
  await other.page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.equal(await call.count(), 0);
});

test('who waits is offered a notice, and the browser is asked only after the click', async () => {
  const one = await club.arrive();
  await one.page.addInitScript(() => {
    window.asked = 0;
    class Notification {
      static permission = 'default';
      static async requestPermission() {
        window.asked++;
        return (Notification.permission = 'granted');
      }
    }
    window.Notification = Notification;
  });
  await one.open('/');
  assert.equal(await one.page.locator('.notice-offer').count(), 0);
  await one.button('Play 5+3').click();
  await one.page.locator('.notice-offer').waitFor();
  assert.equal(await one.page.evaluate(() => window.asked), 0);
  await one.button('Notify me').click();
  await one.page.locator('.notice-offer').waitFor({ state: 'detached' });
  await becomes(() => one.page.evaluate(() => window.asked), 1);
});

test('half a minute is written in the same way by the slider, the field and the button', async () => {
  const { page } = await visit('/?options');
  const slider = page.getByRole('slider', { name: 'Minutes per side' });
  const field = page.getByRole('textbox', { name: 'Minutes per side' });
  for (const typed of ['0.5', '0,5', '½']) {
    await field.fill('3');
    await field.blur();
    await page.locator('dialog').getByRole('button', { name: 'Play 3+3' }).waitFor();
    await field.fill(typed);
    await field.blur();
    await page.locator('dialog').getByRole('button', { name: 'Play ½+3' }).waitFor();
    assert.equal(await field.inputValue(), '½');
    assert.equal(await slider.getAttribute('aria-valuetext'), '½');
  }
  await field.fill('some');
  await field.blur();
  assert.equal(await field.inputValue(), '½', 'what is no number changes nothing');
});

test('a friend comes by link', async () => {
  const host = await visit();
  await host.page.getByRole('link', { name: /Invite a friend/ }).first().click();
  await host.page.locator('dialog .qr svg').waitFor();
  const link = await host.page.getByLabel('Link', { exact: true }).inputValue();
  await host.page.keyboard.press('Escape');
  await host.page.locator('.mine', { hasText: 'Your invitation' }).waitFor();
  const friend = await club.arrive(sizes.phone);
  await friend.page.goto(link.replace('/i/', '/')); // the address in the API leads to the invitation too
  await friend.text(/invites you to a game/).waitFor();
  await friend.page.locator('.invited .btn.primary').tap();
  await meet(host, friend);
  const late = await club.arrive();
  await late.page.goto(link);
  await late.text('Someone was faster').waitFor();
});

test('an invitation with other terms is another link; one that is cancelled is over', async () => {
  const host = await visit('/?invite');
  const linkField = host.page.getByLabel('Link', { exact: true });
  await becomes(() => linkField.inputValue(), /\/i\//);
  const first = await linkField.inputValue();
  await host.button('Change').click();
  await host.page.getByLabel('Variant').selectOption('atomic');
  await host.button('Make a new link').click();
  await host.page.getByText('Atomic, casual').waitFor();
  await becomes(() => linkField.inputValue(), link => link.includes('/i/') && link !== first);
  const friend = await club.arrive();
  await friend.page.goto(first);
  await friend.text('This invitation is no longer valid').waitFor();
});

test('the computer plays in the page, with hints and take-backs', async () => {
  const person = await visit('/');
  await person.page.getByRole('link', { name: /Play the computer.*hints and take-backs/ }).click();
  await person.page.locator('.levels label').first().click();
  await person.page.locator('dialog .seg label', { hasText: 'White' }).click();
  await person.button('Play level 1').click();
  await person.page.waitForURL(/\/computer$/);
  await person.waitForBoard();
  await person.button('Hint').click();
  await person.text(/^Your move\. Hint: /).waitFor();
  await person.clickMove('e2', 'e4');
  await person.page.waitForFunction(() => document.querySelectorAll('.moves button.m').length === 2);
  await person.button('Take back').click();
  await person.page.waitForFunction(() => document.querySelectorAll('.moves button.m').length === 0);
  await person.page.goBack();
  await person.page.waitForSelector('.home');
});

test('a game against the computer on the server', async () => {
  const person = await visit('/?computer');
  await person.page.locator('.levels label').first().click();
  await person.page.locator('dialog .seg label', { hasText: 'White' }).click();
  await person.page.locator('dialog .seg label', { hasText: 'On the server' }).click();
  await person.button('Play level 1').click();
  await comesToBoard(person);
  await person.waitForBoard();
  await person.clickMove('e2', 'e4');
  await person.page.waitForFunction(() => document.querySelectorAll('.moves .m').length >= 2);
});

test('an account is made with the errors at their fields; a guest and an account meet', async () => {
  const anna = await visit('/?register');
  await anna.page.getByLabel('Name').fill('x_');
  await anna.page.locator('dialog button[type=submit]').click();
  await anna.page.locator('.error', { hasText: 'End with a letter or a digit.' }).waitFor();
  await anna.page.locator('.error', { hasText: 'Use at least 8 characters.' }).waitFor();
  await register(anna, 'Anna');
  const guest = await visit();
  await choose(anna, '15+10');
  await anna.button('Play 15+10').click();
  await guest.page.locator('.seeks li', { hasText: 'Anna' }).waitFor();
  await choose(guest, '15+10');
  await guest.button('Play 15+10').click();
  await meet(anna, guest);
});

test('a wrong password is told at its field, and the right one logs in', async () => {
  const maker = await visit('/?register');
  await register(maker, 'Boris');
  const boris = await visit('/?login');
  await boris.page.getByLabel('Name').fill('boris');
  await boris.page.getByLabel('Password').fill('not-the-right-one');
  await boris.page.locator('dialog button[type=submit]').click();
  await boris.page.locator('.error', { hasText: 'Name or password is wrong.' }).waitFor();
  await register(boris, 'boris');
});

test('somebody who is here is challenged and accepts', async () => {
  const carla = await visit('/?register');
  await register(carla, 'Carla');
  const dora = await visit('/?register');
  await register(dora, 'Dora');
  await dora.page.getByRole('button', { name: 'Challenge Carla' }).last().click();
  await dora.page.locator('dialog .btn.primary').click();
  await carla.page.locator('.toast.challenge').getByRole('button', { name: 'Accept' }).click();
  await meet(carla, dora);
});

test('a seek for rated games with accounts and casual ones with guests is offered to a guest', async () => {
  const [emma, guest] = [await club.arrive(), await visit()];
  await emma.register('Emma');
  await emma.open('/');
  await emma.button('Play 5+3').click();
  await guest.page.locator('.seeks li', { hasText: 'asual' }).getByRole('button', { name: /^Play/ }).click();
  await meet(emma, guest);
  await emma.page.getByText('Casual blitz').filter({ visible: true }).first().waitFor();
});

test('a challenge that was accepted leaves nothing behind, and opens its game only once', async () => {
  const [greta, hanna] = [await club.arrive(), await club.arrive()];
  await greta.register('Greta');
  await hanna.register('Hanna');
  await hanna.open('/');
  await greta.open('/players?challenge=Hanna');
  await greta.page.locator('dialog .btn.primary').click();
  await hanna.page.locator('.toast.challenge').getByRole('button', { name: 'Accept' }).click();
  await meet(greta, hanna);
  for (const person of [greta, hanna]) {
    await person.page.locator('header a[href="/"]').first().click();
    await person.page.locator('.seeks, .empty').first().waitFor();
    assert.equal(await person.page.locator('.toast.challenge, .seeks .mine').count(), 0);
    await person.open('/players');
    await person.page.locator('.turn-link').waitFor();
    assert.equal(new URL(person.page.url()).pathname, '/players');
  }
});

test('a challenge that was sent is seen on every page and can be cancelled', async () => {
  const [carla, dora] = [await club.arrive(), await club.arrive()];
  await carla.post('/account/login', { name: 'Carla', password });
  await dora.post('/account/login', { name: 'Dora', password });
  await dora.open('/');
  await carla.open('/players?challenge=Dora');
  await carla.page.locator('dialog .btn.primary').click();
  await carla.page.getByRole('group', { name: 'Challenge to Dora' }).getByRole('button', { name: 'Close' }).click();
  await carla.open('/');
  await carla.page.locator('.seeks .mine', { hasText: 'Challenge to Dora' }).waitFor();
  await dora.page.getByRole('group', { name: 'Challenge from Carla' }).waitFor();
  await carla.page.getByRole('group', { name: 'Challenge to Dora' }).getByRole('button', { name: 'Cancel' }).click();
  await carla.page.locator('.seeks .mine').waitFor({ state: 'detached' });
  await dora.page.getByRole('group', { name: 'Challenge from Carla' }).waitFor({ state: 'detached' });
});

test('a spectator watches the best game', async () => {
  const [one, other] = [await visit(), await visit()];
  await choose(one, '30+20');
  await one.button('Play 30+20').click();
  await choose(other, '30+20');
  await other.button('Play 30+20').click();
  await meet(one, other);
  const spectator = await visit('/watch');
  await spectator.page.locator('.stage .name, .wall .mini').first().waitFor();
  await spectator.page.locator('.tv-moves').waitFor();
  await spectator.page.goto(`${spectator.server.url}/`);
  await spectator.page.locator('.mini cg-board piece').first().waitFor();
});

test('our own games are among all games of TV, which are counted', async () => {
  const [white, black] = [await club.arrive(), await club.arrive()];
  const id = await startGame(white, black, { clock: '30+20' });
  await white.open('/watch/racingKings'); // no other test's game is on its channel
  const wall = white.page.locator('.wall');
  await wall.locator(`a.mini[href="/${id}"]`, { hasText: 'Play' }).waitFor();
  await becomes(async () => (await wall.locator('a.mini').count()) - Number(await wall.locator('header .badge').textContent()), 0);
  await becomes(() => wall.getByText('No game is being played').count(), 0);
});

test('you are called the same among the people of the home page and of the players', async () => {
  const anna = await club.arrive();
  await anna.register('Selbst');
  for (const path of ['/', '/players']) {
    await anna.open(path);
    await anna.page.locator('.people li', { hasText: 'Selbst' }).getByText('You', { exact: true }).waitFor();
  }
});

test('a game that was aborted leaves TV', async () => {
  const [white, black, spectator] = [await club.arrive(), await club.arrive(), await club.arrive()];
  const id = await startGame(white, black, { variant: 'horde' }); // no other test's game can be on its channel
  await spectator.open('/watch/horde');
  const link = spectator.page.locator(`.caption a[href^="/${id}"]`);
  await link.waitFor();
  await white.confirm('Abort');
  await link.waitFor({ state: 'detached' });
});

test('the small board of TV shows the ratings of both players', async () => {
  const [white, black, spectator] = [await club.arrive(), await club.arrive(), await club.arrive()];
  await white.register('Emil');
  await black.register('Frida');
  await startGame(white, black, { clock: '30+20' });
  await spectator.open('/');
  const card = spectator.page.locator('.mini', { has: spectator.page.locator('.badge', { hasText: 'TV' }) });
  await becomes(() => card.locator('.r').allTextContents(), ['1500?', '1500?']);
  await white.confirm('Abort');
});

test('the leaderboard has a choice of the speed that looks like the others, beside its whole title', async () => {
  const { page } = await visit('/');
  const choice = page.getByLabel('Speed of the leaderboard');
  await choice.waitFor();
  assert.notEqual(await choice.evaluate(element => getComputedStyle(element).backgroundImage), 'none', 'the arrow');
  assert.notEqual(await choice.evaluate(element => getComputedStyle(element).borderTopStyle), 'none');
  await becomes(() => boxOf(page.getByRole('heading', { name: 'Leaderboard' })), ({ height }) => height < 32);
});

test('the last game of TV has no field to write to the opponent, also for its players', async () => {
  const [white, black] = [await club.arrive(), await club.arrive()];
  const id = await startGame(white, black);
  await white.page.locator('#chat-say').waitFor();
  await white.typeMove('e4');
  await black.sees('e4');
  await black.typeMove('e5');
  await white.sees('e5');
  await white.confirm('Resign');
  await white.seesResult('0–1', /You resigned/);
  for (const person of [white, black]) {
    await person.open('/watch/ultraBullet'); // no other test's game can be on its channel
    await person.page.locator(`.caption a[href^="/${id}"]`).waitFor();
    await person.page.locator('.tv-talk .chat .lines').waitFor();
    assert.equal(await person.page.locator('.chat :is(input, .presets)').count(), 0);
  }
});

test('people who watch TV talk about the game that is on', async () => {
  const [one, other] = [await visit(), await visit()];
  for (const person of [one, other]) {
    await choose(person, '30+20');
    await person.button('Play 30+20').click();
  }
  await meet(one, other);
  const id = new URL(one.page.url()).pathname.slice(1, 9);
  await one.page.waitForFunction(async game => (await (await fetch('/api/tv/channels')).json()).best?.gameId === game, id);
  const [eva, fred] = [await club.arrive(), await club.arrive()];
  await eva.register('Eva_TV');
  await fred.register('Fred_TV');
  await eva.open('/watch');
  await fred.open('/watch');
  await eva.page.locator('.tv-talk .chat .say').fill('What a game');
  await eva.page.locator('.tv-talk .chat .say').press('Enter');
  await fred.page.locator('.tv-talk .chat .lines', { hasText: 'What a game' }).waitFor();
  const guest = await visit('/watch');
  await guest.page.locator('.tv-talk .chat .log-in').waitFor();
});

test('with forced colours one sees what is chosen, and the QR code can be read', async () => {
  const person = await visit('/', { ...sizes.desk, forcedColors: 'active' });
  const outlines = await person.page.locator('.tc label > span').evaluateAll(spans => spans.map(span => getComputedStyle(span).outlineStyle));
  assert.deepEqual([outlines.filter(style => style === 'solid').length, outlines.length], [1, 8]);
  await person.open('/?invite');
  const code = person.page.locator('.qr');
  await code.waitFor();
  const [paper, ink] = await code.evaluate(box => [getComputedStyle(box).backgroundColor, getComputedStyle(box.querySelector('svg')).fill]);
  assert.deepEqual([paper, ink], ['rgb(255, 255, 255)', 'rgb(20, 32, 42)']);
});

test('a running game against the computer is one click away where a second one is refused', async () => {
  const person = await visit('/?computer');
  const start = async () => {
    await person.page.locator('dialog .seg label', { hasText: 'On the server' }).click();
    await person.page.getByRole('button', { name: /^Play level/ }).click();
  };
  await start();
  await comesToBoard(person);
  const address = person.page.url();
  await person.open('/?computer');
  await start();
  await person.text('You already have a game against the computer; finish it first.').waitFor();
  await person.page.getByRole('link', { name: 'Go to the game' }).click();
  await person.page.waitForURL(address);
});
