// SPDX-License-Identifier: MIT
/* The question of nearly every test: a page shows what is wanted, sooner or later. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

/** More than ten times what anything takes on an idle machine. */
export const TIMEOUT = Number(process.env.WEB_TIMEOUT ?? 20_000);

const PAUSE = 20;

function isWanted(value, wanted) {
  if (wanted instanceof RegExp) return wanted.test(value);
  return typeof wanted === 'function' ? wanted(value) : isDeepStrictEqual(value, wanted);
}

/** Reads again and again, until the value is what is wanted: an equal one, a match, or one that a function accepts. A page
 * renders after it has got an event, and runs its effects after it has painted, so that one look can come too early.
 * What must never happen is asserted at once instead. */
export async function becomes(read, wanted, message) {
  const end = Date.now() + TIMEOUT;
  let value = await read();
  while (!isWanted(value, wanted) && Date.now() < end) {
    await new Promise(resolve => setTimeout(resolve, PAUSE));
    value = await read();
  }
  if (isWanted(value, wanted)) return;
  const note = [message, `still ${JSON.stringify(value)}`].filter(Boolean).join(': ');
  if (wanted instanceof RegExp) assert.match(String(value), wanted, note);
  else if (typeof wanted === 'function') assert.fail(`${note}, not ${wanted}`);
  else assert.deepEqual(value, wanted, message);
}
