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
