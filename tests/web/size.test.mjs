// SPDX-License-Identifier: MIT
/* What a first visit loads: the promise is 150 KB for the home page and for a game. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTraffic, makeGame, sizes } from './support/browser.mjs';
import { useServer } from './support/fixture.mjs';
import { show } from './support/pages.mjs';

const SIZE_MAX = 150_000;

const club = useServer();

async function firstLoad(path, ready, locale) {
  const visitor = await club.arrive({ ...sizes.desk, locale });
  const traffic = await countTraffic(visitor);
  await show(visitor, [path, path, ready]);
  return traffic.bytes;
}

test('the home page and a game load less than 150 KB, compressed, in each language', async () => {
  const game = await makeGame(await club.arrive(), await club.arrive());
  for (const locale of ['en-GB', 'de-DE', 'es-ES'])
    for (const [path, ready] of [['/', '.card'], [`/${game}`, '.game .board piece']]) {
      const bytes = await firstLoad(path, ready, locale);
      assert.ok(bytes > 50_000 && bytes < SIZE_MAX, `${path}, ${locale}: ${bytes} bytes`);
    }
});
