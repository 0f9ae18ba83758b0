// SPDX-License-Identifier: MIT
/* The open invitation by link: one at a time, kept while the window is open. It is a challenge to
 * anybody who has its address. */
import { defaultTerms, readTerms, type Terms } from '../base/terms';
import { setInvitation } from '../state/local';
import { getState, update } from '../state/store';
import { getJson } from '../wire/http';
import type { ServerMessage } from '../wire/types';
import { ensureIdentity, listen, request } from './client';
import { expectGame } from './gameStarts';

const STORED = 'invitation';

/** The default terms: 5+3, any colour, casual. */
export const friendlyTerms: Terms = { ...defaultTerms, rated: 'casual' };

export const invitationLink = (id: string): string => `${location.origin}/i/${id}`;

function remember(invitation: { id: string; terms: Terms } | null): void {
  update(setInvitation(invitation));
  try {
    if (invitation) sessionStorage.setItem(STORED, JSON.stringify(invitation));
    else sessionStorage.removeItem(STORED);
  } catch {
    // it is forgotten when the page is loaded again
  }
}

/** Creates an invitation, which replaces the open one. */
export async function createInvitation(terms: Terms): Promise<void> {
  await ensureIdentity();
  cancelInvitation();
  const { clock, variant, side, hidden, rated, fen } = terms;
  const { made } = await request({ t: 'challenge', clock, variant, side, hidden, rated: rated === 'rated', ...(fen ? { fen } : {}) });
  expectGame(made!);
  remember({ id: made!, terms });
}

export function cancelInvitation(): void {
  const { invitation } = getState();
  if (!invitation) return;
  remember(null);
  request({ t: 'answer', challenge: invitation.id, accept: false }).catch(() => undefined);
}

const isOpen = (id: string): Promise<boolean> =>
  getJson<{ status: string }>(`/api/challenge/${id}/show`, { status: 'string' }).then(
    ({ status }) => status === 'created' || status === 'offline',
    () => false,
  );

/** The invitation of this window, if it is still open after a reload of the page. */
export async function restoreInvitation(): Promise<void> {
  if (getState().invitation) return;
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as { id: string; terms: unknown } | null;
    if (!stored) return;
    const invitation = { id: stored.id, terms: readTerms(JSON.stringify(stored.terms)) };
    remember((await isOpen(stored.id)) ? invitation : null);
  } catch {
    remember(null);
  }
}

function receive(message: ServerMessage): void {
  const id = getState().invitation?.id;
  if (!id) return;
  const ended = message.t === 'challenged' && message.challenge === id && !['created', 'offline'].includes(message.state);
  if (ended || (message.t === 'start' && message.game === id)) remember(null);
}

export function followInvitation(): void {
  listen(receive);
}
