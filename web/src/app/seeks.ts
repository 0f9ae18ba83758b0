// SPDX-License-Identifier: MIT
/* The seeks of others. */
import type { Seek } from '../state/state';
import { ensureIdentity } from './client';
import { requestGame } from './gameStarts';

/** Plays somebody's seek; rejects if it is gone. */
export async function joinSeek(seek: Seek): Promise<void> {
  await ensureIdentity();
  await requestGame({ t: 'join', seek: seek.seek });
}
