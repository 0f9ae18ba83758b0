// SPDX-License-Identifier: MIT
/* The look of the pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizes } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';

const club = useServer();

const paperOf = person => person.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper').trim());

test('the theme follows the system, also without scripts', async () => {
  for (const javaScriptEnabled of [true, false])
    for (const [colorScheme, paper] of [['dark', '#12171b'], ['light', '#eceeea']]) {
      const person = await club.arrive({ ...sizes.desk, colorScheme, javaScriptEnabled });
      await person.page.goto(`${person.server.url}/help`);
      assert.equal(await paperOf(person), paper, `${colorScheme}, scripts: ${javaScriptEnabled}`);
    }
});

test('the button of a dialog is in sight on a small phone', async () => {
  const anna = await club.arrive(sizes.small);
  await anna.register('Anna');
  for (const [path, name] of [['/?options', /^Play \d/], ['/?computer', /^Play level/], ['/players?challenge=Ben', 'Challenge Ben']]) {
    await anna.open(path);
    const button = anna.page.getByRole('dialog').getByRole('button', { name });
    await button.waitFor();
    const { y, height } = await button.boundingBox();
    assert.ok(y + height <= sizes.small.viewport.height, `${path}: ${y + height}`);
  }
});

test('the filters of games fit a small phone', async () => {
  const anna = await club.arrive(sizes.small);
  await anna.register('Berta');
  await anna.open('/@/Berta/games?opening=sicilian');
  await anna.page.locator('.more-filters').waitFor();
  assert.equal(await anna.page.evaluate(() => Math.max(innerWidth, document.documentElement.scrollWidth)), sizes.small.viewport.width);
});
