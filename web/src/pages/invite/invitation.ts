// SPDX-License-Identifier: MIT
/* What the server says about an invitation. */
import type { Side } from '../../base/side';
import { getJson, HttpError } from '../../wire/http';

export interface Invitation {
  id: string;
  /** 'taken': its game has begun; 'over': it has expired or was cancelled. */
  state: 'open' | 'taken' | 'over';
  from: { name: string; rating: number | null; provisional: boolean } | null;
  clock: string;
  variant: string;
  /** The side that the other one wants. */
  side: Side | 'random';
  rated: boolean;
}

interface Challenge {
  id: string;
  status: string;
  challenger: { name: string; rating?: number; provisional?: boolean } | null;
  variant: { key: string };
  rated: boolean;
  timeControl: { type: string; show?: string; daysPerTurn?: number };
  color: string;
}

function clockFrom({ type, show, daysPerTurn }: Challenge['timeControl']): string {
  if (type === 'correspondence') return daysPerTurn === 1 ? '1 day' : `${daysPerTurn ?? 1} days`;
  return type === 'clock' ? (show ?? '-') : '-';
}

export function invitationFrom(challenge: Challenge): Invitation {
  const { id, status, challenger, variant, rated, timeControl, color } = challenge;
  return {
    id,
    state: status === 'created' || status === 'offline' ? 'open' : status === 'accepted' ? 'taken' : 'over',
    from: challenger && { name: challenger.name, rating: challenger.rating ?? null, provisional: challenger.provisional ?? false },
    clock: clockFrom(timeControl),
    variant: variant.key,
    side: color === 'white' || color === 'black' ? color : 'random',
    rated,
  };
}

const isMissing = (error: unknown): boolean => error instanceof HttpError && error.status === 404;

/** A game has the id of the challenge that it came from. */
async function hasBegun(id: string): Promise<boolean> {
  const found = await getJson(`/game/export/${id}?moves=false`, { id: 'string' }).catch(() => null);
  return found !== null;
}

export async function loadInvitation(id: string): Promise<Invitation> {
  try {
    return invitationFrom(await getJson<Challenge>(`/api/challenge/${id}/show`, { id: 'string', status: 'string', variant: { key: 'string' }, timeControl: { type: 'string' } }));
  } catch (error) {
    if (!isMissing(error)) throw error;
    const state = (await hasBegun(id)) ? 'taken' : 'over';
    return { id, state, from: null, clock: '-', variant: 'standard', side: 'random', rated: false };
  }
}
