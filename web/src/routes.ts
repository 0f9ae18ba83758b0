// SPDX-License-Identifier: MIT
/* The table of pages and dialogs. A new page is one row here and a folder in pages/. */
import type { DialogTable } from './app/Dialogs';
import type { Page } from './app/page';

export const pages: readonly Page[] = [
  { path: '/', load: () => import('./pages/home/page'), texts: ['home', 'play'], nav: 'play' },
  { path: '/computer/*fen', load: () => import('./pages/computer/page'), texts: ['computer', 'faults'], nav: 'play', offline: true },
  { path: '/analysis/*fen', load: () => import('./pages/analysis/page'), texts: ['analysis', 'play', 'faults'], nav: 'analyse', board: true, offline: true },
  { path: '/editor/*fen', load: () => import('./pages/editor/page'), texts: ['editor', 'faults'], nav: 'analyse', board: true, offline: true },
  { path: '/training/*id', load: () => import('./pages/training/page'), texts: ['training'], nav: 'puzzles' },
  { path: '/help/*part', load: () => import('./pages/help/page'), texts: ['help', 'keys'], offline: true },
  { path: '/players/*perf', load: () => import('./pages/players/page'), texts: ['players'], nav: 'players' },
  { path: '/account/*section', load: () => import('./pages/account/page'), texts: ['account'], nav: 'you', offline: true },
  { path: '/messages/*name', load: () => import('./pages/inbox/page'), texts: ['inbox', 'refusals'] },
  { path: '/notifications', load: () => import('./pages/inbox/page'), texts: ['inbox', 'refusals'] },
  { path: '/@/:name/*part', load: () => import('./pages/profile/page'), texts: ['profile'], nav: 'players' },
  { path: '/watch', load: () => import('./pages/watch/page'), texts: ['watch', 'play', 'game'], nav: 'watch' },
  { path: '/watch/:channel', load: () => import('./pages/watch/page'), texts: ['watch', 'play', 'game'], nav: 'watch' },
  { path: '/i/:id', load: () => import('./pages/invite/page'), texts: ['play'], nav: 'play' },
  { path: '/:id/review', load: () => import('./pages/analysis/review'), texts: ['analysis', 'play', 'faults'], nav: 'analyse', board: true },
  { path: '/games', load: () => import('./pages/games/page'), texts: ['games', 'refusals'], nav: 'players' },
  { path: '/admin/*part', load: () => import('./pages/admin/page'), texts: ['admin'], nav: 'admin' },
  { path: '/setup', load: () => import('./pages/setup/page'), texts: ['setup'] },
  { path: '/:id', load: () => import('./pages/game/page'), texts: ['game'], board: true },
  { path: '/:id/:side', load: () => import('./pages/game/page'), texts: ['game'], board: true },
];

export const dialogs: DialogTable = {
  keys: { load: () => import('./pages/help/dialog'), texts: ['keys'] },
  login: { load: () => import('./pages/login/dialog'), texts: ['login'] },
  register: { load: () => import('./pages/login/dialog'), texts: ['login'] },
  invite: { load: () => import('./pages/invite/dialog'), texts: ['play'] },
  options: { load: () => import('./pages/play/options'), texts: ['play'] },
  computer: { load: () => import('./pages/play/computer'), texts: ['play', 'computer'] },
  challenge: { load: () => import('./pages/play/challenge'), texts: ['play'] },
  search: { load: () => import('./pages/play/search'), texts: ['play'] },
  report: { load: () => import('./pages/profile/Report'), texts: ['profile'] },
};
