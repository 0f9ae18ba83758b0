// SPDX-License-Identifier: MIT
/* Without JavaScript: the server's plain pages, and logging in and out on them. */
import { test } from 'node:test';
import { becomes } from './support/becomes.mjs';
import { sizes } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';

const club = useServer();
const PASSWORD = 'long-enough-4-tests';

async function fill(page, values) {
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
  await page.locator('.plain button').click();
}

test('somebody without scripts reads in the language of the browser', async () => {
  const { page } = await club.arrive({ ...sizes.small, locale: 'de-DE', javaScriptEnabled: false });
  await page.goto(`${club.server.url}/watch`);
  await becomes(() => page.locator('main h1').textContent(), 'Zuschauen');
  await becomes(() => page.locator('html').getAttribute('lang'), 'de');
  await becomes(() => page.locator('.p-account').getByRole('link').allTextContents(), ['Anmelden', 'Registrieren']);
  await page.goto(`${club.server.url}/no/such/page`);
  await becomes(() => page.locator('.p-status').textContent(), 'Diese Seite gibt es nicht.');
});

for (const size of ['desk', 'small'])
  test(`somebody without scripts registers, logs out and logs in again: ${size}`, async () => {
    const person = await club.arrive({ ...sizes[size], javaScriptEnabled: false });
    const { page } = person;
    const name = `Plain_${size}`;
    const header = page.locator('.p-account');
    await page.goto(club.server.url);
    await header.getByRole('link', { name: 'Register' }).click();
    await fill(page, { name, password: 'short' });
    await becomes(() => page.getByRole('alert').textContent(), /at least 8 characters/);
    await becomes(() => page.locator('[name=name]').inputValue(), name);
    await fill(page, { password: PASSWORD });
    await becomes(() => header.getByRole('link').textContent(), name);
    await header.getByRole('button', { name: 'Log out' }).click();
    await header.getByRole('link', { name: 'Log in' }).click();
    await fill(page, { name, password: 'wrong-password' });
    await becomes(() => page.getByRole('alert').textContent(), /wrong name or password/i);
    await fill(page, { password: PASSWORD });
    await becomes(() => header.getByRole('link').textContent(), name);
    await becomes(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    await person.leave();
  });
