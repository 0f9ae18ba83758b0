// SPDX-License-Identifier: MIT
/* Opens the board of a game of ours that has started, from any page, unless we are playing another one. The server
 * also lists our running games after each connection; those are not opened. */
import { lookUp } from '../base/lookup';
import { isOver } from '../state/round';
import { getState } from '../state/store';
import { playSound } from '../sound';
import { t } from '../i18n';
import type { Server, ServerMessage } from '../wire/types';
import { listen, request, type CommandBody } from './client';
import { notify } from './notices';
import { stopLooking } from './pairing';
import { navigate } from './router';
import { toast } from './toast';

/** The running games are named at once after the connection is there. */
const SETTLED = 1_500;
const STORED = 'expected-games';

let connectedAt = 0;
let expectsAny = false;

const readExpected = (): string[] => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '[]');
    return Array.isArray(stored) ? (stored as string[]) : [];
  } catch {
    return [];
  }
};
const expected = new Set(readExpected());

function saveExpected(): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...expected].slice(-20)));
  } catch {
    // it is forgotten when the page is loaded again
  }
}

/** Sends a command that leads to a game: the next one that starts is it. */
export async function requestGame(body: CommandBody): Promise<void> {
  expectsAny = true;
  try {
    await request(body);
  } catch (error) {
    expectsAny = false;
    throw error;
  }
}

/** We wait for a game with a known id, such as an invitation, which may start while we are not connected. */
export function expectGame(id: string): void {
  expected.add(id);
  saveExpected();
}

/** Whether this window should show the game. A window in the background stays where it is. */
function callsUs(game: string): boolean {
  if (expected.has(game) || expectsAny || getState().wanted) return true;
  return performance.now() - connectedAt > SETTLED && !document.hidden;
}

/** The id of a running game of ours that the page shows. */
function gameShown(): string | null {
  const id = location.pathname.split('/')[1] ?? '';
  const round = lookUp(getState().rounds, id);
  return Object.hasOwn(getState().ours, id) && round && !isOver(round) ? id : null;
}

function receiveStart(game: string): void {
  if (!callsUs(game)) return;
  expectsAny = false;
  if (expected.delete(game)) saveExpected(); // the next page that is loaded stays where it is
  stopLooking();
  const shown = gameShown();
  if (shown === game) return;
  playSound('start');
  notify(t('common.gameStarted'), 'start');
  if (shown) toast(t('common.gameStarted'), 'good', `/${game}`);
  else navigate(`/${game}`);
}

/** The rematch that we offered was declined or withdrawn. */
const isOwnRematchGone = ({ state, from, rematch_of }: Server<'challenged'>): boolean =>
  (state === 'declined' || state === 'canceled') && from === getState().session.name && rematch_of !== undefined;

function receive(message: ServerMessage): void {
  if (message.t === 'hello') connectedAt = performance.now();
  if (message.t === 'challenged' && isOwnRematchGone(message)) expectsAny = false;
  if (message.t === 'start') receiveStart(message.game);
}

export function followStarts(): void {
  listen(receive);
}
