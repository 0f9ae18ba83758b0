// SPDX-License-Identifier: MIT
/* The pages in German: also what the server and the rules say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizes } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';

const fixture = useServer();
const arrive = () => fixture.arrive({ ...sizes.desk, locale: 'de-DE' });

test('refusals of forms are said in the language of the page', async () => {
  const anna = await arrive();
  await anna.register('Sprachlos');
  await anna.open('/account/security');
  const form = anna.page.locator('form').filter({ has: anna.page.getByLabel('Neues Passwort') });
  await form.getByLabel('Jetziges Passwort').fill('falsch-geraten');
  await form.getByLabel('Neues Passwort').fill('ganz-neues-passwort');
  await form.locator('button[type=submit]').click();
  await anna.text('Das jetzige Passwort ist falsch.').waitFor();
});

test('refusals over the WebSocket are said in the language of the page', async () => {
  const anna = await arrive();
  await anna.register('Sprachlos2');
  await anna.open('/?challenge=Niemand123');
  await anna.page.getByRole('dialog').getByRole('button', { name: 'Niemand123 herausfordern' }).click();
  await anna.text('Es gibt keinen Spieler mit diesem Namen.').waitFor();
});

test('the rules speak the language of the page', async () => {
  const anna = await arrive();
  await anna.open('/analysis/8/8');
  await anna.text('Es sind weniger als acht Reihen.').waitFor();
  assert.equal(await anna.page.evaluate(() => document.documentElement.lang), 'de');
});

test('the language of an account follows it to another browser', async () => {
  const anna = await arrive();
  await anna.register('Vielsprachig', 'lang-genug-zum-testen');
  await anna.open('/account/look');
  await anna.page.getByLabel('Sprache').selectOption('es');
  await anna.text('Idioma').waitFor();
  const elsewhere = await fixture.arrive();
  await elsewhere.open('/?login');
  await elsewhere.page.getByLabel('Name', { exact: true }).fill('Vielsprachig');
  await elsewhere.page.getByLabel('Password', { exact: true }).fill('lang-genug-zum-testen');
  await elsewhere.page.getByRole('dialog').locator('button[type=submit]').click();
  await elsewhere.page.waitForFunction(() => document.documentElement.lang === 'es');
});

test('a challenger is told that the challenge was declined', async () => {
  const [anna, ben] = [await arrive(), await fixture.arrive()];
  await anna.register('Fordernd');
  await ben.register('Unwillig');
  await ben.open('/');
  await anna.open('/?challenge=Unwillig');
  await anna.page.getByRole('dialog').getByRole('button', { name: 'Unwillig herausfordern' }).click();
  await ben.button('Decline').click();
  await anna.text('Unwillig hat deine Herausforderung abgelehnt.').waitFor();
});
