// SPDX-License-Identifier: MIT
/* Starts the web client: rules, texts and connection, then the page of the address. */
import '../style/tokens.css';
import '../style/base.css';
import '../style/ui.css';
import '../style/board.css';
import 'pieces:cburnett';
import { render } from 'preact';
import { createLiveRegions } from './app/announce';
import { App } from './app/App';
import { startClient } from './app/client';
import { followDeclined } from './app/declined';
import { followInvitation } from './app/invitation';
import { startAppearance } from './app/appearance';
import { startPairing } from './app/pairing';
import { startPreferences } from './app/preferences';
import { followLinks } from './app/router';
import { followStarts } from './app/gameStarts';
import { loadRules } from './chess/rules';
import { language, loadTexts } from './i18n';
import { registerWorker } from './offline/register';
import { dialogs, pages } from './routes';
import { prepareSound } from './sound';

async function start(): Promise<void> {
  document.documentElement.lang = language;
  startAppearance();
  prepareSound();
  await Promise.all([loadRules(), loadTexts('common')]);
  startPreferences();
  startPairing();
  followInvitation();
  followStarts();
  followDeclined();
  startClient();
  followLinks();
  createLiveRegions();
  render(<App pages={pages} dialogs={dialogs} />, takeBody());
  registerWorker();
}

/** Replaces the plain page, which the server sent for browsers without scripts. */
function takeBody(): HTMLElement {
  const root = document.createElement('div');
  root.id = 'app';
  const regions = document.body.querySelectorAll('[aria-live]');
  document.body.className = '';
  document.body.replaceChildren(root, ...regions);
  return root;
}

await start();
