// SPDX-License-Identifier: MIT
/* The seeks of others. */
import type { Seek } from '../state/state';
import { ensureIdentity, request } from './client';
import { expectGame } from './gameStarts';

/** Plays somebody's seek; rejects if it is gone. */
export async function joinSeek(seek: Seek): Promise<void> {
  await ensureIdentity();
  expectGame();
  await request({ t: 'join', seek: seek.seek });
}
