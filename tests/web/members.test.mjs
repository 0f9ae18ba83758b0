// SPDX-License-Identifier: MIT
/* A club for members: visitors log in before they play, and the server sends no mail. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useServer } from './support/fixture.mjs';

const club = useServer('--no-guests');

async function visit(path) {
  const person = await club.arrive();
  await person.open(path);
  return person;
}

const asksToLogIn = ({ page }) => page.locator('dialog[open] input[autocomplete="current-password"]').waitFor();

test('a visitor who wants to play is asked to log in', async () => {
  const visitor = await visit('/');
  await visitor.button('Play 5+3').click();
  await asksToLogIn(visitor);
});

test('a visitor who wants to invite a friend is asked to log in', async () => {
  const visitor = await visit('/?invite');
  await asksToLogIn(visitor);
  assert.equal(new URL(visitor.page.url()).search, '?login');
});

test('no address is asked for where it cannot be used', async () => {
  const visitor = await visit('/register');
  await visitor.page.locator('dialog[open] input[autocomplete="new-password"]').waitFor();
  assert.equal(await visitor.page.locator('dialog[open] input[type=email]').count(), 0);
  await visitor.register('Anna');
  await visitor.open('/account/security');
  await visitor.page.locator('main input[autocomplete="current-password"]').first().waitFor();
  assert.equal(await visitor.page.locator('main input[type=email]').count(), 0);
});
