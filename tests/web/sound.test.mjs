// SPDX-License-Identifier: MIT
/* Renders every sound of the web client in Chromium and checks its length and loudness:
 *   node --test tests/web/sound.test.mjs */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from './support/browser.mjs';

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const require = createRequire(`${web}package.json`);

const SHORT_MS = 130;
const LONG_MS = 700;
const ENDS = ['win', 'draw', 'loss'];

async function bundleSounds() {
  const { build } = require('esbuild');
  const { outputFiles } = await build({
    stdin: {
      contents: `export { sounds, lengthOf, groupOf } from './src/sound/sounds.ts'; export { schedule } from './src/sound/synth.ts';`,
      resolveDir: web,
    },
    bundle: true,
    format: 'iife',
    globalName: 'sound',
    write: false,
  });
  return outputFiles[0].text;
}

/** In the page: renders a sound; returns its loudest sample and when it was last heard. */
async function renderSound(name) {
  const { sounds, schedule } = window.sound;
  const rate = 48_000;
  const context = new OfflineAudioContext(1, rate, rate);
  schedule(context, sounds[name], context.destination, 0);
  const samples = (await context.startRendering()).getChannelData(0);
  let peak = 0;
  let last = 0;
  samples.forEach((sample, i) => {
    peak = Math.max(peak, Math.abs(sample));
    if (Math.abs(sample) > 0.001) last = i;
  });
  return { peak, lastMs: (last / rate) * 1000 };
}

test('sounds are short, audible and do not clip', async () => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.evaluate(`${await bundleSounds()}; window.sound = sound;`);
    const names = await page.evaluate(() => Object.keys(window.sound.sounds));
    assert.equal(names.length, 11);
    for (const name of names) {
      const { peak, lastMs } = await page.evaluate(renderSound, name);
      const longest = ENDS.includes(name) ? LONG_MS : SHORT_MS;
      assert.ok(lastMs > 20 && lastMs <= longest, `${name} is heard for ${lastMs.toFixed(0)} ms`);
      assert.ok(peak > 0.1 && peak < 0.95, `${name} has a peak of ${peak.toFixed(2)}`);
    }
  } finally {
    await browser.close();
  }
});
