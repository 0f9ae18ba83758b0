// SPDX-License-Identifier: MIT
/* The time controls on the tiles: eight of the server's pools. */

/** The eight that people play most; the others are among the options. */
const FAVOURITES = ['1+0', '2+1', '3+2', '5+3', '10+0', '10+5', '15+10', '30+20'];

export function tilesOf(pools: readonly string[] = FAVOURITES): string[] {
  const favourites = pools.filter(pool => FAVOURITES.includes(pool));
  const others = pools.filter(pool => !FAVOURITES.includes(pool));
  const chosen = [...favourites, ...others].slice(0, FAVOURITES.length);
  return pools.filter(pool => chosen.includes(pool));
}
