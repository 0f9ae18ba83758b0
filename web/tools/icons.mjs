// SPDX-License-Identifier: MIT
/* Draws the PNG icons of the web app from public/favicon.svg:
 *   node tools/icons.mjs
 * Needs Chromium (CHROMIUM, or /usr/bin/chromium-headless-shell). Run it when the mark changes; the icons are checked in. */
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const folder = new URL('../public/', import.meta.url);
const svg = readFileSync(new URL('favicon.svg', folder), 'utf8');

/** A maskable icon fills its square: launchers cut a circle out of it, so the mark stays in the middle. */
const maskable = svg
  .replace(' rx="7"', '')
  .replace('<path', '<g transform="translate(16 16) scale(.8) translate(-16 -16)"><path')
  .replace('</svg>', '</g></svg>');

const ICONS = [
  ['icon-192.png', svg, 192],
  ['icon-512.png', svg, 512],
  ['icon-maskable-512.png', maskable, 512],
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const [name, drawing, size] of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${drawing}`);
  await page.screenshot({ path: new URL(name, folder).pathname, omitBackground: true });
  await page.close();
}
await browser.close();
