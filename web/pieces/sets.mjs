// SPDX-License-Identifier: MIT
/* The piece sets. Each of our own pieces is drawn once, as White's, with three colours that stand for
 * body, outline and detail; the black piece is the same drawing in other colours. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));

export const ROLES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king', 'amazon'];
export const SETS = ['cburnett', 'plain', 'figurine'];

const BODY = '#fff';
const OUTLINE = '#000';
const DETAIL = '#111';

const PALETTES = {
  cburnett: { white: ['#fff', '#000', '#000'], black: ['#000', '#000', '#fff'] },
  plain: { white: ['#fcfcfa', '#262d32', '#262d32'], black: ['#353d43', '#14191d', '#f4f5f2'] },
  figurine: { white: ['#fff', '#0c0f11', '#0c0f11'], black: ['#0c0f11', '#0c0f11', '#fff'] },
};

function paint(svg, [body, outline, detail]) {
  const colours = { [BODY]: body, [OUTLINE]: outline, [DETAIL]: detail };
  return svg.replace(/#(?:fff|000|111)\b/g, colour => colours[colour]);
}

const ownPiece = (set, color, role) => paint(readFileSync(join(folder, set, `${role}.svg`), 'utf8').trim(), PALETTES[set][color]);

/** chessground carries the cburnett pieces in a style sheet; they are taken from there as they are. */
function cburnettPieces() {
  const file = createRequire(import.meta.url).resolve('@lichess-org/chessground/assets/chessground.cburnett.css');
  const rule = /piece\.(\w+)\.(\w+)\s*{\s*background-image:\s*url\('data:image\/svg\+xml;base64,([^']+)'/g;
  const pieces = new Map();
  for (const [, role, color, data] of readFileSync(file, 'utf8').matchAll(rule)) {
    const svg = Buffer.from(data, 'base64').toString('utf8');
    pieces.set(`${color} ${role}`, svg.replace(' width="45" height="45"', ' viewBox="0 0 45 45"'));
  }
  return pieces;
}

/** All pieces of a set as SVG text, by "color role". */
export function piecesOf(set) {
  const pieces = set === 'cburnett' ? cburnettPieces() : new Map();
  for (const color of ['white', 'black']) {
    for (const role of ROLES) {
      const name = `${color} ${role}`;
      if (!pieces.has(name)) pieces.set(name, ownPiece(set, color, role));
    }
  }
  return pieces;
}

/* SVG text compresses far better than base64; only these characters need escaping in a quoted address. */
const dataAddress = svg => `url("data:image/svg+xml,${svg.replaceAll('"', "'").replace(/[#%<>]/g, char => encodeURIComponent(char)).replaceAll(/\s+/g, ' ')}")`;

/** The style sheet of a set. The default one needs no attribute, so that the first page shows pieces at once. */
export function styleOf(set) {
  const scope = set === 'cburnett' ? '' : `[data-pieces="${set}"] `;
  const rules = [...piecesOf(set)].map(([name, svg]) => {
    const [color, role] = name.split(' ');
    return `${scope}:is(piece, .pc).${color}.${role} { background-image: ${dataAddress(svg)} }`;
  });
  return rules.join('\n');
}
