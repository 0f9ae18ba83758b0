// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultTerms, readTerms, termsForGuest, type Terms } from '../src/base/terms';
import { dropSeek } from '../src/state/local';
import { callsFor, findSeek, isAtBoard, isRatedFor, obstacleOf, orderSeeks, planPlay, receivedChallenges, seekOf, sentChallenges, type Seeker } from '../src/state/pairing';
import { receive } from '../src/state/receive';
import { initialState, type Seek, type State } from '../src/state/state';
import type { Round } from '../src/state/round';
import type { ServerMessage } from '../src/wire/types';

const seek = (id: string, more: Partial<Seek> = {}): Seek => ({
  seek: id,
  name: `seeker of ${id}`,
  clock: '5+3',
  variant: 'standard',
  side: 'random',
  rated: false,
  ...more,
});
const guest: Seeker = { name: 'Guest-4kq0', guest: true, rating: () => null };
const anna: Seeker = { name: 'Anna', guest: false, rating: () => 1600 };
const casual = termsForGuest(defaultTerms);
const terms = (more: Partial<Terms> = {}): Terms => ({ ...defaultTerms, ...more });
const lobby = (more: Partial<State> = {}) => ({ ...initialState, pools: { '5+3': 0, '3+2': 0 }, ...more });

test('Play joins a seek that fits', () => {
  const seeks = [seek('a', { clock: '3+2' }), seek('b', { variant: 'atomic' }), seek('c')];
  assert.deepEqual(planPlay(casual, lobby({ seeks }), guest), { do: 'join', seek: 'c' });
});

test('Play opens a seek if none fits', () => {
  const seeks = [seek('a', { rated: true }), seek('b', { yours: true }), seek('c', { gone: true }), seek('d', { hidden: true }), seek('e', { fen: '8/8' })];
  assert.deepEqual(planPlay(casual, lobby({ seeks }), guest), { do: 'seek' });
});

test('Play tries a pool where somebody waits, or where many are here', () => {
  assert.deepEqual(planPlay(casual, lobby({ pools: { '5+3': 1 } }), guest), { do: 'pool', pool: '5+3' });
  assert.deepEqual(planPlay(casual, lobby({ counts: { people: 30, guests: 15, games: 3 } }), guest), { do: 'pool', pool: '5+3' });
  assert.deepEqual(planPlay(terms({ variant: 'horde' }), lobby({ pools: { '5+3': 1 } }), anna), { do: 'seek' });
  assert.deepEqual(planPlay(terms({ clock: '7+7' }), lobby({ pools: { '5+3': 1 } }), anna), { do: 'seek' });
});

test('a pool is rated for accounts, so it is not for casual games of theirs', () => {
  const waiting = lobby({ pools: { '5+3': 2 } });
  assert.deepEqual(planPlay(terms({ rated: 'casual' }), waiting, anna), { do: 'seek' });
  assert.deepEqual(planPlay(terms({ rated: 'rated' }), waiting, anna), { do: 'pool', pool: '5+3' });
});

test('an account that does not mind plays guests and accounts, rated games first', () => {
  const seeks = [seek('guest'), seek('far', { rated: true, rating: 2000 }), seek('near', { rated: true, rating: 1650 })];
  assert.equal(findSeek(seeks, terms(), anna)?.seek, 'near');
  assert.equal(findSeek(seeks.slice(0, 1), terms(), anna)?.seek, 'guest');
  assert.equal(findSeek(seeks.slice(0, 1), terms({ rated: 'rated' }), anna), null);
  assert.equal(seekOf(terms(), anna).rated, true);
  assert.equal(seekOf(terms(), guest).rated, false);
});

test('colours and ratings must fit', () => {
  assert.equal(findSeek([seek('a', { side: 'white' })], terms({ side: 'white' }), anna), null);
  assert.equal(findSeek([seek('a', { side: 'white' })], terms({ side: 'black' }), anna)?.seek, 'a');
  assert.equal(findSeek([seek('a', { rating: 1900 })], terms({ range: '1500-1800' }), anna), null);
  assert.equal(findSeek([seek('a', { rating: 1700 })], terms({ range: '1500-1800' }), anna)?.seek, 'a');
  assert.equal(findSeek([seek('a', { rating_range: '1800-2200' })], terms(), anna), null);
});

test('what is out of reach has a reason', () => {
  assert.equal(obstacleOf(seek('a', { rated: true }), guest), 'guest-rated');
  assert.equal(obstacleOf(seek('a', { rated: true }), anna), null);
  assert.equal(obstacleOf(seek('a', { rating_range: '1800-2200' }), anna), 'rating');
  assert.equal(obstacleOf(seek('a', { rating_range: '1500-1800' }), anna), null);
  assert.equal(obstacleOf(seek('a', { rating_range: '1800-2200' }), { ...anna, rating: () => null }), null);
});

test('a seek that is casual for guests is offered to them as a casual one', () => {
  const either = seek('a', { rated: true, casual_for_guests: true });
  assert.equal(seekOf(terms(), anna).casual_for_guests, true);
  assert.equal(seekOf(terms({ rated: 'rated' }), anna).casual_for_guests, undefined);
  assert.equal(obstacleOf(either, guest), null);
  assert.equal(isRatedFor(either, guest), false);
  assert.equal(isRatedFor(either, anna), true);
  assert.equal(findSeek([either], casual, guest)?.seek, 'a');
  assert.equal(findSeek([either], terms({ rated: 'casual' }), anna), null);
});

// ---- the list ------------------------------------------------------------------------------------

const at = { now: 0, date: 0 };
const apply = (...messages: ServerMessage[]): State => messages.reduce((state, message) => receive(state, message, at), initialState);
const found = (id: string, more: Partial<Seek> = {}): ServerMessage => ({ t: 'found', ...seek(id, more) });
const ids = (seeks: readonly Seek[]): string[] => seeks.map(({ seek: id, gone }) => (gone ? `(${id})` : id));

test('new seeks come at the end, and one that is gone keeps its place', () => {
  const state = apply(found('a'), found('b'), found('c'), { t: 'lost', seek: 'b' }, found('d'));
  assert.deepEqual(ids(state.seeks), ['a', '(b)', 'c', 'd']);
  assert.deepEqual(ids(dropSeek('b')(state).seeks), ['a', 'c', 'd']);
});

test('a changed seek stays where it is; one that comes back is not gone', () => {
  const state = apply(found('a'), found('b'), { t: 'lost', seek: 'a' }, found('a', { rating: 1700 }));
  assert.deepEqual(ids(state.seeks), ['a', 'b']);
  assert.equal(state.seeks[0]!.rating, 1700);
});

test('ours stands first', () => {
  const state = apply(found('a'), found('b', { yours: true }), found('c'));
  assert.deepEqual(ids(orderSeeks(state.seeks)), ['b', 'a', 'c']);
});

test('stored terms are checked', () => {
  assert.deepEqual(readTerms(null), defaultTerms);
  assert.deepEqual(readTerms('nonsense'), defaultTerms);
  assert.deepEqual(readTerms('null'), defaultTerms);
  assert.deepEqual(readTerms('{"clock":"hourglass 5","rated":"maybe","range":"x","side":1}'), defaultTerms);
  assert.deepEqual(readTerms(JSON.stringify(terms({ clock: '3 days', side: 'black', range: '1500-1800' }))), terms({ clock: '3 days', side: 'black', range: '1500-1800' }));
});

test('a game that was watched is asked for again by whom it may belong to', () => {
  const hello = (name: string): ServerMessage => ({ t: 'hello', protocol: 2, server: 'rookery', name, role: 'player', now: 0 });
  const watched = { ...receive(initialState, hello('Anonymous'), at), rounds: { Ab3dE6gH: {} as never } };
  assert.deepEqual(Object.keys(receive(watched, hello('Anonymous'), at).rounds), ['Ab3dE6gH']);
  assert.deepEqual(receive(watched, hello('Anna'), at).rounds, {});
});

test('a seek that comes calls those who could play it, unless many are here', () => {
  const calls = (more: Partial<Seek>, state: Partial<State> = {}, me = guest) => callsFor(seek('a', more), lobby(state), me);
  assert.ok(calls({}));
  assert.ok(calls({ rated: true }, {}, anna));
  assert.ok(!calls({ rated: true }), 'guests play casual games');
  assert.ok(!calls({ yours: true }));
  assert.ok(!calls({}, { counts: { people: 30, guests: 15, games: 3 } }), 'in a crowd the list is enough');
});

test('who waits is called to other terms; the same terms start a game by themselves', () => {
  assert.ok(callsFor(seek('a', { clock: '10+0' }), lobby({ wanted: casual }), guest));
  assert.ok(!callsFor(seek('a'), lobby({ wanted: casual }), guest));
});

test('a game with a clock is not disturbed; correspondence games leave time for another', () => {
  const playing = (control: string) => ({ ours: { g: 'white' as const }, rounds: { g: { control } as Round } });
  assert.ok(isAtBoard(playing('5+3')));
  assert.ok(!isAtBoard(playing('3 days')));
  assert.ok(isAtBoard({ ours: { g: 'white' }, rounds: {} }), 'not known yet');
  assert.ok(!isAtBoard(initialState));
});

test('our challenges to people are shown until they are answered', () => {
  const challenge = (id: string, more = {}) => ({ t: 'challenged', challenge: id, state: 'created', from: 'Anna', to: 'Ben', clock: '5+3', variant: 'standard', side: 'random', rated: true, ...more }) as ServerMessage;
  const messages = [challenge('one'), challenge('link', { to: undefined }), challenge('again', { rematch_of: 'Ab3dE6gH' }), challenge('theirs', { from: 'Ben', to: 'Anna' })];
  const state = messages.reduce((before, message) => receive(before, message, { now: 0, date: 0 }), initialState);
  assert.deepEqual(sentChallenges({ ...state, name: 'Anna' }).map(sent => sent.challenge), ['one']);
  const after = receive(state, challenge('one', { state: 'canceled' }), { now: 0, date: 0 });
  assert.deepEqual(sentChallenges({ ...after, name: 'Anna' }), []);
});

test('a challenge that was accepted is gone, and one that waits does not cover our board', () => {
  const challenge = (state: string) => ({ t: 'challenged', challenge: 'Xy3dE6gH', state, from: 'Ben', to: 'Anna', clock: '5+3', variant: 'standard', side: 'random', rated: true }) as ServerMessage;
  const state = { ...apply(challenge('created')), name: 'Anna' };
  const shown = (ours: State['ours'], path: string) => receivedChallenges({ ...state, ours }, path).length;
  assert.equal(shown({}, '/players'), 1);
  assert.equal(shown({ Ab3dE6gH: 'white' }, '/players'), 1);
  assert.equal(shown({ Ab3dE6gH: 'white' }, '/Ab3dE6gH'), 0);
  assert.deepEqual(apply(challenge('created'), challenge('accepted')).challenges, {});
});
