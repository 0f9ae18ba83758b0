// SPDX-License-Identifier: MIT
/* The main path in a second engine: an invitation, a game, a result. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Firefox } from './support/firefox.mjs';
import { Server } from './support/server.mjs';

const skip = !existsSync(process.env.FIREFOX ?? '/usr/bin/firefox-esr') && 'there is no Firefox';

let server, firefox;
before(async () => {
  if (skip) return;
  server = await Server.start();
  firefox = await Firefox.start();
});
after(async () => {
  await firefox?.stop();
  await server?.stop();
});

test('two people in Firefox play by an invitation link', { skip }, async () => {
  const anna = await firefox.open(`${server.url}/?invite`);
  await anna.until(`document.querySelector('dialog input')?.value.includes('/i/')`);
  const link = await anna.evaluate(`document.querySelector('dialog input').value`);
  const ben = await firefox.open(server.url + /\/i\/\w+/.exec(link)[0]);
  await ben.click('main .btn.primary');
  for (const person of [anna, ben]) await person.until(`document.querySelector('.game .board piece')`);
  const [white, black] = (await anna.evaluate(`Boolean(document.querySelector('.cg-wrap.orientation-black'))`)) ? [ben, anna] : [anna, ben];
  await white.move('f2', 'f3');
  await black.sees('f3');
  await black.move('e7', 'e5');
  await white.sees('e5');
  await white.move('g2', 'g4');
  await black.sees('g4');
  await black.move('d8', 'h4');
  for (const person of [white, black]) await person.until(`document.querySelector('.result')`);
  assert.equal(await black.evaluate(`document.querySelector('.result .score').textContent`), '0–1');
  assert.match(await black.evaluate(`document.querySelector('.result .why').textContent`), /Checkmate|Schachmatt|mate/);
});
