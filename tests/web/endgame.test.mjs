// SPDX-License-Identifier: MIT
/* Endgame tables on the analysis board. Skipped without tables. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { becomes } from './support/becomes.mjs';
import { useServer } from './support/fixture.mjs';

const tables = join(process.env.ROOKERY_SHARED ?? '../shared', 'data/syzygy');
const skip = existsSync(tables) ? false : `there are no tables in ${tables}`;
const club = useServer(...(skip ? [] : ['--syzygy', tables]));

test('the analysis board shows what the endgame tables say, and plays their moves', { skip }, async () => {
  const person = await club.arrive();
  const fen = '7k/8/6K1/8/8/8/8/1Q6 w - - 0 1';
  await person.open(`/analysis/${fen.replaceAll(' ', '_')}`);
  const panel = person.page.getByRole('region', { name: 'Endgame table' });
  await panel.waitFor();
  await becomes(() => panel.textContent(), /Endgame table: Win/);
  const first = panel.getByRole('button').first();
  await becomes(() => first.textContent(), /Qb8#WinCheckmate/);
  await becomes(() => panel.getByRole('button', { name: /^Qa1\+/ }).textContent(), /DTZ 2/);
  await first.click();
  await person.page.waitForFunction(() => document.querySelector('.tree [aria-current]')?.textContent.startsWith('Qb8#'));
  await panel.waitFor({ state: 'detached' });
});
