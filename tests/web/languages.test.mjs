// SPDX-License-Identifier: MIT
/* The pages in German: also what the server and the rules say. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { becomes } from './support/becomes.mjs';
import { sizes, startGame } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';
import { fillClub, pageList, show } from './support/pages.mjs';

const fixture = useServer();
const german = { ...sizes.desk, locale: 'de-DE' };
const arrive = () => fixture.arrive(german);

test('refusals of forms are said in the language of the page', async () => {
  const anna = await arrive();
  await anna.register('Sprachlos');
  await anna.open('/account/security');
  const form = anna.page.locator('form').filter({ has: anna.page.getByLabel('Neues Passwort') });
  await form.getByLabel('Aktuelles Passwort').fill('falsch-geraten');
  await form.getByLabel('Neues Passwort').fill('ganz-neues-passwort');
  await form.locator('button[type=submit]').click();
  await anna.text('Das aktuelle Passwort ist falsch.').waitFor();
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
  await becomes(() => anna.page.evaluate(() => document.documentElement.lang), 'de');
});

test('the language of an account follows it to another browser', async () => {
  const anna = await arrive();
  await anna.register('Vielsprachig', 'lang-genug-zum-testen');
  await anna.open('/account/look');
  await anna.page.getByLabel('Sprache', { exact: true }).selectOption('es');
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

/** Texts of the catalogue: 'home.play' → 'Play'. Plurals and texts with parameters are left out. */
function catalogue(language) {
  const folder = new URL(`../../web/src/i18n/${language}/`, import.meta.url);
  const files = readdirSync(folder).map(name => readFileSync(new URL(name, folder), 'utf8'));
  return new Map(files.flatMap(text => [...text.matchAll(/^ {2}'([^']+)': '((?:[^'\\]|\\.)*)',$/gm)].map(([, key, value]) => [key, value])));
}

/** English texts that no German text is the same as. */
function englishOnly() {
  const german = new Set(catalogue('de').values());
  return [...catalogue('en').values()].filter(text => /\p{L}{3}/u.test(text) && !text.includes('{') && !german.has(text));
}

/** What a page says and what its controls are called, in pieces. */
const piecesOf = page =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode.textContent);
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '');
    return texts.map(text => text.trim()).filter(Boolean);
  });

test('no page shows an English text in German', { timeout: 600_000 }, async () => {
  const club = await fillClub(fixture.browser, fixture.server);
  const english = new Set(englishOnly());
  const viewer = await fixture.arrive({ ...sizes.desk, locale: 'de-DE', storageState: await club.anna.context.storageState() });
  const found = [];
  for (const page of pageList(club)) {
    await show(viewer, page);
    for (const text of await piecesOf(viewer.page)) if (english.has(text)) found.push(`${page[0]}: ${text}`);
  }
  assert.deepEqual(found, []);
  await club.anna.leave();
  await club.ben.leave();
});

test('guests say phrases that everybody reads in their own language', async () => {
  const [anna, ben] = [await arrive(), await fixture.arrive()];
  await startGame(anna, ben);
  await anna.button('Gut gespielt').click();
  await ben.page.locator('.lines').getByText('Well played').waitFor();
  await anna.page.locator('.lines').getByText('Gut gespielt').waitFor();
});

test('moves are typed and shown in the letters of the language, or in the chosen notation', async () => {
  const anna = await arrive();
  await anna.open('/computer?level=1&color=white&clock=-');
  await anna.waitForBoard();
  await becomes(() => anna.page.locator('#typed-move').getAttribute('placeholder'), 'Zug eingeben: Sf3, O-O, e8=D');
  await anna.page.keyboard.type('Sf3');
  await anna.page.keyboard.press('Enter');
  await anna.page.locator('.moves button.m').getByText('Sf3').waitFor();
  await anna.open('/account/play');
  await anna.page.locator('label', { hasText: 'Figurinen' }).click();
  await anna.open('/computer');
  await anna.page.locator('.moves button.m').getByText('♘f3').waitFor();
});
