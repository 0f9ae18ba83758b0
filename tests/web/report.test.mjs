// SPDX-License-Identifier: MIT
/* Opens the report that `rookery analyse --format html` writes from a disk, and steps through it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchBrowser } from './support/browser.mjs';

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..');
const rookery = join(resolve(root, process.env.BUILD ?? 'build'), 'rookery');
const odd = `[White "</script><script>document.title='bad'</script>"]
[Black "Zoe"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@e5 P@e6 *

[White "Late"]
[FEN "4k3/8/8/8/8/8/4p3/4K3 b - - 0 40"]

40... Kd8 41. Kxe2 *
`;
let folder;
let browser;
let page;
const problems = [];

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-report-'));
  writeFileSync(join(folder, 'odd.pgn'), odd);
  const report = join(folder, 'report.html');
  const files = [join(root, 'tests/review/famous.pgn'), join(folder, 'odd.pgn')];
  const run = spawnSync(rookery, ['analyse', '--nodes', '5000', '--format', 'html', '--output', report, ...files], { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 320, height: 640 } });
  page.on('pageerror', error => problems.push(error.message));
  page.on('console', message => problems.push(message.text()));
  page.on('request', request => request.url().startsWith('file:') || problems.push(request.url()));
  await page.goto(pathToFileURL(report).href);
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('keys step through the moves and the errors of a game', async () => {
  await page.selectOption('#chooser', '1');
  await page.evaluate(() => document.activeElement.blur());
  assert.match(await page.textContent('#words'), /Start position/);
  await page.keyboard.press('ArrowRight');
  assert.match(await page.textContent('#words'), /^1\. e4/);
  assert.equal(await page.textContent('[aria-current]'), 'e4');
  await page.keyboard.press('End');
  assert.match(await page.textContent('#words'), /23\. Be7# #/);
  await page.keyboard.press('ArrowUp');
  assert.match(await page.textContent('#words'), /20… Na6\?\? .*blunder · turning point.*allows mate in 3.*Better: 20… /);
  assert.equal(await page.locator('#board use').count(), 25);
});

test('a click in the graph goes to that move', async () => {
  await page.locator('#graph').click({ position: { x: 1, y: 10 } });
  assert.match(await page.textContent('#words'), /Start position/);
});

test('variants and games from any position are shown', async () => {
  await page.selectOption('#chooser', '3');
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('End');
  assert.match(await page.textContent('#words'), /^4… P@e6/);
  assert.notEqual(await page.title(), 'bad');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  assert.match(await page.textContent('#pockets'), /Pp/);
  await page.selectOption('#chooser', '4');
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('ArrowRight');
  assert.match(await page.textContent('#words'), /^40… Kd8/);
});

test('the page fits a small phone, loads nothing and reports no error', async () => {
  for (const index of ['0', '1', '2', '3', '4']) {
    await page.selectOption('#chooser', index);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
  }
  assert.deepEqual(problems, []);
});
