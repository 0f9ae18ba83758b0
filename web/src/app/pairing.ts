// SPDX-License-Identifier: MIT
/* Finding an opponent. While we wait, the lobby is followed from all pages; after a lost connection the search is
 * repeated, because seeks end with the connection. */
import { lookUp } from '../base/lookup';
import { parseTimeControl } from '../base/timecontrol';
import type { Terms } from '../base/terms';
import { setPool, setRatings, setWanted } from '../state/local';
import { fits, planPlay, seekOf, type Plan, type Seeker } from '../state/pairing';
import { hasAccount, type Seek, type State } from '../state/state';
import { getState, update } from '../state/store';
import { deletePath, getJson, postForm } from '../wire/http';
import type { ServerMessage } from '../wire/types';
import { ensureIdentity, listen, Refusal, request, send, subscribeTo } from './client';

/** If a pool finds nobody in this time, it is replaced by a seek, which all users see. */
const POOL_PATIENCE = 6_000;

let leaveLobby: (() => void) | null = null;
let poolTimer: ReturnType<typeof setTimeout> | undefined;
/** play() or a join is under way. */
let busy = false;

// ---- our ratings ---------------------------------------------------------------------------------

interface Account {
  perfs: Record<string, { rating: number }>;
}

let ratingsOf: string | null = null;

/** Asks for our ratings, once for each account. */
export async function loadRatings(): Promise<void> {
  const { session } = getState();
  if (!hasAccount(session) || ratingsOf === session.name) return;
  ratingsOf = session.name;
  const account = await getJson<Account>('/api/account', { perfs: 'map' }).catch(() => null);
  const perfs = Object.entries(account?.perfs ?? {});
  update(setRatings(Object.fromEntries(perfs.map(([perf, { rating }]) => [perf, rating]))));
}

/** Who looks at the seeks. */
export const seekerOf = (state: State): Seeker => ({
  name: state.session.name,
  guest: !hasAccount(state.session),
  rating: perf => lookUp(state.ratings, perf) ?? null,
});

// ---- looking -------------------------------------------------------------------------------------

/** Whether this search goes on: the user may cancel it while the server has not answered yet. */
const isWanted = (terms: Terms): boolean => getState().wanted === terms;

/** Looks for a game. Rejects if that is not possible; resolves when we wait or play. */
export async function play(terms: Terms): Promise<void> {
  update(setWanted(terms));
  leaveLobby ??= subscribeTo({ t: 'lobby', on: true });
  busy = true;
  try {
    await ensureIdentity();
    if (isWanted(terms)) await carryOut(planPlay(terms, getState(), seekerOf(getState())), terms);
  } catch (error) {
    if (!(error instanceof Refusal && error.why === 'lost')) stopLooking();
    throw error;
  } finally {
    busy = false;
  }
}

async function carryOut(plan: Plan, terms: Terms): Promise<void> {
  if (plan.do === 'join') await joinOrSeek(plan.seek, terms);
  else if (plan.do === 'pool') await waitInPool(plan.pool, terms);
  else await openSeek(terms);
}

/** The seek may be gone by now: then create our own. */
async function joinOrSeek(seek: string, terms: Terms): Promise<void> {
  await request({ t: 'join', seek }).catch(() => openSeek(terms));
}

async function openSeek(terms: Terms): Promise<void> {
  const me = seekerOf(getState());
  if (parseTimeControl(terms.clock).kind === 'days' && !me.guest) return openLongSeek(terms);
  const { made } = await request(seekOf(terms, me));
  if (made && !isWanted(terms)) send({ t: 'unseek', seek: made });
}

/** A correspondence seek of an account stays when we leave: it is stored for thirty days. */
async function openLongSeek(terms: Terms): Promise<void> {
  const days = Math.round(parseTimeControl(terms.clock).base / 86_400_000);
  const { variant, side, range } = terms;
  await postForm('/api/board/seek', { days, variant, color: side, rated: terms.rated !== 'casual', ratingRange: range ?? undefined });
  stopLooking();
}

async function waitInPool(pool: string, terms: Terms): Promise<void> {
  await request({ t: 'pool', pool });
  if (!isWanted(terms)) return leavePoolAgain();
  update(setPool(pool));
  poolTimer = setTimeout(() => leavePool(terms).catch(() => undefined), POOL_PATIENCE);
}

/** Leaves a pool that we came to after the search was cancelled, unless another search may have led to one. */
function leavePoolAgain(): void {
  if (!getState().wanted) request({ t: 'unpool' }).catch(() => undefined);
}

/** Nobody has come to the pool: a seek is seen by all. */
async function leavePool(terms: Terms): Promise<void> {
  if (!getState().pool) return;
  update(setPool(null));
  await request({ t: 'unpool' });
  if (isWanted(terms)) await openSeek(terms);
}

/** Ends the search, without telling the server. */
export function stopLooking(): void {
  clearTimeout(poolTimer);
  update(setPool(null));
  update(setWanted(null));
  leaveLobby?.();
  leaveLobby = null;
}

/** Stops looking for a game. */
export function cancelPlay(): void {
  const { pool, seeks } = getState();
  if (pool) request({ t: 'unpool' }).catch(() => undefined);
  for (const seek of seeks) if (seek.yours && !isLong(seek)) send({ t: 'unseek', seek: seek.seek });
  stopLooking();
}

const isLong = (seek: Seek): boolean => parseTimeControl(seek.clock).kind === 'days';

/** Withdraws one of our seeks. */
export function cancelSeek(seek: Seek): void {
  if (isLong(seek) && hasAccount(getState().session)) deletePath('/api/board/seek').catch(() => undefined);
  else send({ t: 'unseek', seek: seek.seek });
  stopLooking();
}

/** Joins a matching seek while we wait: if we accept rated and casual games, our seek may be rated and theirs
 * casual, and the server does not pair those. */
async function joinFitting(found: Seek): Promise<void> {
  const { wanted, pool } = getState();
  if (!wanted || busy || !fits(found, wanted, seekerOf(getState()))) return;
  busy = true;
  try {
    if (pool) await request({ t: 'unpool' });
    await request({ t: 'join', seek: found.seek });
  } catch {
    // somebody was faster, or our game is starting: we keep waiting
  } finally {
    busy = false;
  }
}

function receive(message: ServerMessage): void {
  const { wanted } = getState();
  if (message.t === 'hello') {
    void loadRatings();
    if (wanted && !busy) setTimeout(() => getState().wanted === wanted && play(wanted).catch(() => undefined));
  }
  if (message.t === 'found' && !message.yours) void joinFitting(message);
}

export function startPairing(): void {
  listen(receive);
}
