// SPDX-License-Identifier: MIT
/* Checks the contrast of every pair of colours that meet on a screen, in all four themes:
 *   node tools/contrast.mjs
 * Text needs 4.5:1 (7:1 on the surfaces of the high-contrast themes), borders that carry meaning 3:1. */
import { readFileSync } from 'node:fs';

const css = readFileSync(new URL('../style/tokens.css', import.meta.url), 'utf8');

/** The custom properties of the rule whose selector list is exactly `selector`. */
function declarations(selector) {
  const start = css.indexOf(`\n${selector} {`);
  if (start < 0) throw new Error(`tokens.css has no rule for ${selector}`);
  const body = css.slice(css.indexOf('{', start) + 1, css.indexOf('\n}', start));
  return Object.fromEntries([...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)].map(([, name, value]) => [name, value]));
}

const light = { ...declarations(':root'), ...declarations(':root,\n[data-theme="light"]') };
const dark = { ...light, ...declarations('[data-theme="dark"]') };
const contrast = { ...light, ...declarations('[data-contrast="more"]') };
const darkContrast = { ...dark, ...declarations('[data-contrast="more"]'), ...declarations('[data-theme="dark"][data-contrast="more"]') };

/** The boards: each has its own squares, darker ones in the dark theme. */
const boards = {
  'elm': declarations('[data-board="elm"]'),
  'moss': declarations('[data-board="moss"]'),
  'dark elm': declarations('[data-theme="dark"][data-board="elm"]'),
  'dark moss': declarations('[data-theme="dark"][data-board="moss"]'),
};

function luminance(colour) {
  const channel = at => parseInt(colour.slice(at, at + 2), 16) / 255;
  const linear = value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(channel(1)) + 0.7152 * linear(channel(3)) + 0.0722 * linear(channel(5));
}

function ratio(one, other) {
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

const SURFACES = ['paper', 'sheet', 'raised'];
const every = (texts, grounds, least) => texts.flatMap(text => grounds.map(ground => [text, ground, least]));

const PAIRS = [
  ...every(['ink', 'ink-2', 'ink-3'], [...SURFACES, 'sunk'], 'text'),
  ...every(['petrol', 'brass-text', 'brick-text', 'moss', 'plum'], SURFACES, 'text'),
  ...every(['edge'], SURFACES, 3),
  ...every(['on-petrol'], ['petrol', 'petrol-hover'], 4.5),
  ...every(['on-action'], ['action', 'action-hover'], 4.5),
  ...every(['on-wash', 'ink', 'ink-2', 'petrol'], ['petrol-wash'], 4.5),
  ...every(['on-brass'], ['brass'], 7),
  ...every(['ink', 'brass-text'], ['brass-wash'], 4.5),
  ...every(['on-brick'], ['brick'], 4.5),
  ...every(['ink', 'brick-text'], ['brick-wash'], 4.5),
  ...every(['on-moss'], ['moss'], 4.5),
  ...every(['ink', 'moss'], ['moss-wash'], 4.5),
  ...every(['eval-white'], ['eval-black'], 4.5),
  ...every(['on-eval-draw'], ['eval-draw'], 4.5),
  ...every(['ink'], ['tray'], 4.5),
  ...every(['sq-light'], ['sq-dark'], 2.2),
];

function failures(name, theme, more) {
  return PAIRS.flatMap(([text, ground, least]) => {
    const need = least === 'text' ? (more ? 7 : 4.5) : least;
    const found = ratio(theme[text], theme[ground]);
    return found < need ? [`${name}: ${text} on ${ground} has ${found.toFixed(2)}:1, needs ${need}:1`] : [];
  });
}

const bad = [
  ...failures('light', light, false),
  ...failures('dark', dark, false),
  ...failures('high contrast', contrast, true),
  ...failures('dark high contrast', darkContrast, true),
  ...Object.entries(boards).flatMap(([name, board]) => {
    const found = ratio(board['sq-light'], board['sq-dark']);
    return found < 2.2 ? [`${name}: the squares have ${found.toFixed(2)}:1, need 2.2:1`] : [];
  }),
];
for (const line of bad) console.error(line);
if (bad.length) process.exit(1);
