// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatSince } from '../src/app/Chat';
import type { ChatLine, Round } from '../src/state/round';

const line = (version: number, name: string, room = 'players'): ChatLine => ({ version, name, room, text: 'hello' });
const round = (you: Round['you'], chat: ChatLine[]): Round => ({ you, white: { name: 'Anna' }, black: { name: 'Ben' }, chat }) as Round;

test('lines from before the page was opened, our own and those of another room are not new', () => {
  const chat = [line(3, 'Ben'), line(7, 'Ben'), line(8, 'Anna'), line(9, 'Cleo', 'spectators')];
  assert.deepEqual(chatSince(round('white', chat), 5).map(({ version }) => version), [7]);
  assert.deepEqual(chatSince(round('spectator', chat), 5).map(({ version }) => version), [9]);
});
