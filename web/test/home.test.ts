// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkName, checkPassword, suggestNames } from '../src/base/names';
import { clockOf, daysOf, minuteSteps, nearestStep, perfOf } from '../src/base/terms';
import { inOrder, isVariant, variants } from '../src/base/variants';
import { perfKeys } from '../src/i18n/names';
import { invitationFrom } from '../src/pages/invite/invitation';
import { greetingOf } from '../src/pages/home/greeting';
import { sortPeople } from '../src/pages/home/order';
import { wholeRows } from '../src/pages/home/rows';
import { tilesOf } from '../src/pages/home/tiles';
import { rangeOf } from '../src/ui/RangeFields';
import { channels, shownChannels } from '../src/pages/watch/channel';

test('mini-boards fill whole rows', () => {
  assert.equal(wholeRows(5, 3, 6), 3);
  assert.equal(wholeRows(7, 3, 6), 6);
  assert.equal(wholeRows(2, 3, 6), 2);
  assert.equal(wholeRows(3, 2, 6), 2);
  assert.equal(wholeRows(20, 8, 6), 6);
});

test('the tiles are eight of the pools, in their order', () => {
  const pools = ['1+0', '2+1', '3+0', '3+2', '5+0', '5+3', '10+0', '10+5', '15+10', '30+0', '30+20'];
  assert.deepEqual(tilesOf(pools), ['1+0', '2+1', '3+2', '5+3', '10+0', '10+5', '15+10', '30+20']);
  assert.deepEqual(tilesOf(['4+4', '5+3']), ['4+4', '5+3']);
});

test('the greeting counts people and games', () => {
  const nothing = { waiting: 0, own: 0 };
  assert.equal(greetingOf({ people: 0, guests: 0, games: 0 }, nothing).title.key, 'home.nobody');
  assert.deepEqual(greetingOf({ people: 2, guests: 1, games: 0 }, nothing).title, { key: 'home.people3', n: 3 });
  assert.deepEqual(greetingOf({ people: 10, guests: 4, games: 5 }, nothing).title, { key: 'home.peopleGames', n: 14 });
});

test('the greeting names those who wait, and leaves out our own games', () => {
  const here = { people: 2, guests: 0, games: 1 };
  assert.equal(greetingOf(here, { waiting: 1, own: 0 }).line, 'home.someoneWaits');
  assert.equal(greetingOf(here, { waiting: 0, own: 0 }).line, 'home.sitDown');
  assert.deepEqual(greetingOf(here, { waiting: 0, own: 1 }), { title: { key: 'home.people2', n: 2 }, games: 0, line: 'home.quiet' });
});

test('people who can be challenged stand first', () => {
  const person = (name: string, state: string, rating: number, role = 'player') => ({ name, state, rating, role });
  const sorted = sortPeople([person('Tal', 'away', 2000), person('Bot', 'free', 2500, 'bot'), person('Graf', 'free', 1377), person('Morphy', 'playing', 2013), person('Steinitz', 'free', 1842)]);
  assert.deepEqual(
    sorted.map(({ name }) => name),
    ['Steinitz', 'Graf', 'Bot', 'Morphy', 'Tal'],
  );
});

test('variants have one order, and those of a newer server come last', () => {
  const sorted = inOrder(['newer', 'threeCheck', 'atomic', 'crazyhouse', 'newest', 'standard'], name => name);
  assert.deepEqual(sorted, ['standard', 'crazyhouse', 'threeCheck', 'atomic', 'newer', 'newest']);
  assert.deepEqual(perfKeys.filter(isVariant), variants.slice(1));
  assert.deepEqual(channels.filter(isVariant), variants.slice(1));
});

test('time controls are written as the server reads them', () => {
  assert.equal(clockOf(5, 3), '5+3');
  assert.equal(clockOf(0.5, 0), '0.5+0');
  assert.equal(daysOf(1), '1 day');
  assert.equal(daysOf(3), '3 days');
  assert.equal(minuteSteps[nearestStep(minuteSteps, 17)], 15);
  assert.equal(perfOf('standard', '10+5'), 'rapid');
  assert.equal(perfOf('atomic', '10+5'), 'atomic');
});

test('a range may be open on a side', () => {
  assert.equal(rangeOf('', ''), null);
  assert.equal(rangeOf('1500', ''), '1500-4000');
  assert.equal(rangeOf('', '1800'), '100-1800');
  assert.equal(rangeOf('1800', '1500'), '1500-1800');
});

test('names and passwords are checked as on the server', () => {
  const limits = { nameMin: 2, nameMax: 20 };
  const faults = ['Anna', 'a', 'a b', '1st', 'x_', 'a--b', 'Márta'].map(name => checkName(name, limits));
  assert.deepEqual(faults, [null, 'length', 'characters', 'start', 'end', 'row', 'characters']);
  assert.equal(checkPassword('short', 'Anna', 8), 'short');
  assert.equal(checkPassword('anna-anna', 'Anna-Anna', 8), 'name');
  assert.equal(checkPassword('correct horse', 'Anna', 8), null);
});

test('suggested names are allowed', () => {
  const limits = { nameMin: 2, nameMax: 20 };
  for (const name of ['Polgar', 'Abcdefghij-klmnopqrst'])
    for (const other of suggestNames(name, 1234567, limits)) assert.equal(checkName(other, limits), null, other);
});

test('an invitation is read from the API', () => {
  const challenge = { id: 'x', status: 'created', challenger: null, variant: { key: 'horde' }, rated: false, timeControl: { type: 'clock', show: '5+3' }, color: 'random' };
  assert.deepEqual(invitationFrom(challenge), { id: 'x', state: 'open', from: null, clock: '5+3', variant: 'horde', side: 'random', rated: false });
  assert.equal(invitationFrom({ ...challenge, status: 'accepted' }).state, 'taken');
  assert.equal(invitationFrom({ ...challenge, timeControl: { type: 'correspondence', daysPerTurn: 3 } }).clock, '3 days');
  assert.equal(invitationFrom({ ...challenge, timeControl: { type: 'unlimited' } }).clock, '-');
});

test('channels without a game are shown only if they are usual', () => {
  assert.deepEqual(shownChannels('best', []), ['best', 'bullet', 'blitz', 'rapid', 'classical', 'computer']);
  assert.deepEqual(shownChannels('horde', ['bot']), ['best', 'bullet', 'blitz', 'rapid', 'classical', 'computer', 'horde', 'bot']);
});
