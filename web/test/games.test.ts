// SPDX-License-Identifier: MIT
/* The search for games: its databases and its address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, choicesOf, databaseOf, searchFrom } from '../src/pages/games/query';

const own = (variant: string, games: number) => ({ name: 'own', own: true, games, variant });
const club = { name: 'club', own: false, games: 7, variant: 'standard' };

test('games of several variants can be searched together', () => {
  const choices = choicesOf([own('standard', 3), own('atomic', 2), club]);
  assert.deepEqual(choices.at(-1), own('all', 5));
  assert.equal(databaseOf(choices, searchFrom(new URLSearchParams('db=own&variant=all'))), choices.at(-1));
  assert.equal(databaseOf(choices, searchFrom(new URLSearchParams('')))?.variant, 'standard');
});

test('databases of variants have the order of every list', () => {
  const list = [own('standard', 3), own('threeCheck', 2), own('crazyhouse', 2)];
  assert.deepEqual(choicesOf(list).map(({ variant }) => variant), ['standard', 'crazyhouse', 'threeCheck', 'all']);
});

test('games of one variant need no such choice', () => {
  assert.deepEqual(choicesOf([own('standard', 3), club]), [own('standard', 3), club]);
});

test('a pattern is part of the address', () => {
  const search = searchFrom(new URLSearchParams('pattern=Nf5+kg8'));
  assert.equal(addressOf(search, 2), '/games?pattern=Nf5+kg8&page=2');
});
