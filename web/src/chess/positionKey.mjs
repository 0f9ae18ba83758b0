// SPDX-License-Identifier: MIT
/* The key of a position in the list of openings. Plain JavaScript: tools/openings.mjs, which writes the list, uses it, too. */

/** A hash of a position without its counters, 53 bits long, so that no other position gets a name by chance. */
export function positionKey(fen) {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (const letter of fen.split(' ', 3).join(' ')) {
    low = Math.imul(low ^ letter.charCodeAt(0), 0x01000193);
    high = Math.imul(high ^ letter.charCodeAt(0), 0x85ebca6b);
    high ^= high >>> 13;
  }
  low = Math.imul(low ^ (low >>> 15), 0x85ebca6b);
  return ((high & 0x1fffff) * 2 ** 32 + ((low ^ (low >>> 13)) >>> 0)).toString(36);
}
