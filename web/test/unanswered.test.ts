// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepUnanswered, recallUnanswered } from '../src/app/unanswered';
import type { UnansweredCommand } from '../src/state/state';

const stored = new Map<string, string>();
Object.assign(globalThis, {
  sessionStorage: {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  },
});

const command = (id: string, at: number): UnansweredCommand => ({
  message: { t: 'act', game: 'abcdefgh', id, version: 3, verb: 'resign' },
  who: 'Anna',
  at,
  ply: 2,
});

test('commands without an answer are kept for an hour, and older ones are named', () => {
  keepUnanswered([command('old', 0), command('new', 3_000_000)]);
  assert.deepEqual(recallUnanswered(3_100_000), { commands: [command('old', 0), command('new', 3_000_000)], tooOld: false });
  assert.deepEqual(recallUnanswered(3_700_000), { commands: [command('new', 3_000_000)], tooOld: true });
  keepUnanswered([]);
  assert.equal(stored.size, 0);
});

test('stored garbage is no command', () => {
  for (const text of ['', '{', 'null', '5', '[null]', '[{"message":{"t":"act"},"at":1}]', '[{"message":{"t":"seek","id":"1"},"at":1}]']) {
    stored.set('unanswered-commands', text);
    assert.deepEqual(recallUnanswered(0), { commands: [], tooOld: false }, text);
  }
});
