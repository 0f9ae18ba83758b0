// SPDX-License-Identifier: MIT
/* The keys of all catalogues. A new page adds its English file here. */
import type common from './en/common';
import type home from './en/home';
import type game from './en/game';

export type Key = keyof typeof common | keyof typeof home | keyof typeof game;

/** The names of the catalogue files, one for each page. */
export type CatalogueName =
  | 'common'
  | 'home'
  | 'game'
  | 'watch'
  | 'analysis'
  | 'editor'
  | 'computer'
  | 'players'
  | 'profile'
  | 'account'
  | 'inbox'
  | 'admin'
  | 'setup'
  | 'help';
