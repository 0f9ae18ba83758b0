// SPDX-License-Identifier: MIT
/* The catalogues: a row for each English file. Those of a page load with it. */
interface Catalogues {
  common: typeof import('./en/common').default;
  home: typeof import('./en/home').default;
  play: typeof import('./en/play').default;
  watch: typeof import('./en/watch').default;
  training: typeof import('./en/training').default;
  login: typeof import('./en/login').default;
  game: typeof import('./en/game').default;
  computer: typeof import('./en/computer').default;
  editor: typeof import('./en/editor').default;
  analysis: typeof import('./en/analysis').default;
  admin: typeof import('./en/admin').default;
  setup: typeof import('./en/setup').default;
  help: typeof import('./en/help').default;
  keys: typeof import('./en/keys').default;
  players: typeof import('./en/players').default;
  account: typeof import('./en/account').default;
  inbox: typeof import('./en/inbox').default;
  games: typeof import('./en/games').default;
  profile: typeof import('./en/profile').default;
  refusals: typeof import('./en/refusals').default;
  faults: typeof import('./en/faults').default;
}

export type CatalogueName = keyof Catalogues;

/** The keys of all catalogues. */
export type Key = { [Name in CatalogueName]: keyof Catalogues[Name] }[CatalogueName];
