// SPDX-License-Identifier: MIT
/* A game in the client's state: whatever order messages arrive in, the state is that of the server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPendingMove, closeGap, forgetRounds, IDLE_ROUNDS_MAX, setRefusal } from '../src/state/local';
import { receive } from '../src/state/receive';
import { isOver, type Round } from '../src/state/round';
import { initialState, type State } from '../src/state/state';
import type { Server, ServerMessage } from '../src/wire/types';
import { seeded } from './support';

const GAME = 'Ab3dE6gH';

/** The server's side of one game, enough to write its messages. */
class FakeGame {
  version = 0;
  moves: string[] = [];
  clocks: number[] = [];
  left = { white: 300_000, black: 300_000 };
  offer: 'white' | 'black' | undefined;
  over: { status: string; winner?: string; end: string; end_by?: string } | null = null;

  get turn(): 'white' | 'black' {
    return this.moves.length % 2 ? 'black' : 'white';
  }

  private get running(): boolean {
    return this.moves.length >= 2 && !this.over;
  }

  snapshot(): Server<'game'> {
    return {
      t: 'game',
      game: GAME,
      version: this.version,
      you: 'white',
      white: 'Anna',
      black: 'Ben',
      white_rating: 1500,
      variant: 'standard',
      clock: '5+3',
      speed: 'blitz',
      rated: false,
      hidden: false,
      start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      moves: this.moves.join(' '),
      clocks: this.clocks.map(ms => ms / 10).join(' '),
      fen: '',
      turn: this.turn,
      white_ms: this.left.white,
      black_ms: this.left.black,
      running: this.running,
      status: this.over?.status ?? 'started',
      winner: this.over?.winner,
      end: this.over?.end,
      end_by: this.over?.end_by,
      offer: this.offer,
      claim: false,
      abort: this.moves.length < 2 && !this.over,
      white_here: true,
      black_here: true,
      watchers: 0,
    };
  }

  private event(what: string, by: string, more: Partial<Server<'event'>> = {}): Server<'event'> {
    return {
      t: 'event',
      game: GAME,
      version: ++this.version,
      what,
      by,
      white_ms: this.left.white,
      black_ms: this.left.black,
      running: this.running,
      offer: this.offer,
      status: this.over?.status ?? 'started',
      winner: this.over?.winner,
      end: this.over?.end,
      end_by: this.over?.end_by,
      ...more,
    };
  }

  move(ms: number): Server<'event'> {
    const by = this.turn;
    if (this.moves.length >= 2) this.left[by] += 3000 - ms;
    if (this.offer && this.offer !== by) this.offer = undefined;
    const move = `a${(this.moves.length % 8) + 1}b1`;
    this.moves.push(move);
    this.clocks.push(this.left[by]);
    return this.event('move', by, { move, san: 'Na3' });
  }

  offerDraw(): Server<'event'> {
    const by = this.turn;
    this.offer = by;
    return this.event('offer-draw', by);
  }

  resign(): Server<'event'> {
    const by = this.turn;
    this.offer = undefined;
    this.over = { status: 'resign', winner: by === 'white' ? 'black' : 'white', end: 'resignation', end_by: by };
    return this.event('resign', by);
  }

  chat(): Server<'chat'> {
    return { t: 'chat', game: GAME, version: ++this.version, room: 'players', name: 'Ben', text: 'hello' };
  }

  skip(): Server<'skip'> {
    return { t: 'skip', game: GAME, version: ++this.version };
  }
}

const at = { now: 1000, date: 0 };
const take = (state: State, message: ServerMessage): State => receive(state, message, at);
const roundOf = (state: State): Round => state.rounds[GAME]!;
const watch = (game: FakeGame): State => take(initialState, game.snapshot());

/** What a new client would know: everything but the chat, which is sent on its own. */
const comparable = (round: Round) => ({ ...round, chat: [], refusal: null });

function nextEntry(game: FakeGame, random: () => number): ServerMessage {
  const dice = random();
  if (dice < 0.6) return game.move(Math.floor(random() * 500) * 10);
  if (dice < 0.75) return game.offerDraw();
  if (dice < 0.85) return game.chat();
  return dice < 0.97 ? game.skip() : game.resign();
}

test('after any sequence of entries the state equals a fresh snapshot', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = seeded(seed);
    const game = new FakeGame();
    let state = watch(game);
    for (let i = 0; i < 60 && !game.over; i++) {
      state = take(state, nextEntry(game, random));
      assert.deepEqual(comparable(roundOf(state)), comparable(roundOf(watch(game))), `seed ${seed}, entry ${i}`);
    }
  }
});

test('repeated entries change nothing', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = seeded(seed);
    const game = new FakeGame();
    const first = watch(game);
    const entries = Array.from({ length: 20 }, () => (game.over ? game.skip() : nextEntry(game, random)));
    const once = entries.reduce(take, first);
    const twice = [...entries, ...entries].reduce(take, first);
    assert.deepEqual(twice, once);
  }
});

test('a missing entry is noticed, and a snapshot mends it', () => {
  const game = new FakeGame();
  let state = watch(game);
  game.move(100);
  state = take(state, game.move(100));
  assert.equal(roundOf(state).gap, true);
  assert.equal(roundOf(state).moves.length, 0);
  state = take(closeGap(GAME)(state), game.snapshot());
  assert.equal(roundOf(state).gap, false);
  assert.equal(roundOf(state).moves.length, 2);
});

test('our move shows at once and is confirmed by its event', () => {
  const game = new FakeGame();
  let state = addPendingMove(GAME, 'x-1', 'a1b1')(watch(game));
  assert.equal(roundOf(state).pending?.uci, 'a1b1');
  state = take(state, game.move(100));
  assert.equal(roundOf(state).pending, null);
  assert.deepEqual(roundOf(state).moves, ['a1b1']);
});

test('a refused move is taken back; the client adds the reason in the language of the page', () => {
  const state = addPendingMove(GAME, 'x-1', 'a1b1')(watch(new FakeGame()));
  const after = take(state, { t: 'refused', id: 'x-1', game: GAME, why: 'illegal', text: 'your king would be in check' });
  assert.equal(roundOf(after).pending, null);
  assert.equal(roundOf(setRefusal(GAME, 'Der König stünde im Schach.')(after)).refusal, 'Der König stünde im Schach.');
});

test('a pending move survives a snapshot of the same position, and no other', () => {
  const game = new FakeGame();
  const state = addPendingMove(GAME, 'x-1', 'a1b1')(watch(game));
  assert.equal(roundOf(take(state, game.snapshot())).pending?.uci, 'a1b1');
  game.move(100);
  assert.equal(roundOf(take(state, game.snapshot())).pending, null);
});

test('a game that is over is no longer ours', () => {
  const game = new FakeGame();
  let state = watch(game);
  assert.equal(state.ours[GAME], 'white');
  state = take(state, game.resign());
  assert.ok(isOver(roundOf(state)));
  assert.equal(state.ours[GAME], undefined);
});

test('messages that the client does not know change nothing', () => {
  const state = watch(new FakeGame());
  assert.equal(take(state, { t: 'something-new' } as unknown as ServerMessage), state);
});

test('a new connection forgets the lists and keeps the games', () => {
  let state = watch(new FakeGame());
  state = take(state, { t: 'lost', seek: 'none' });
  state = take(state, { t: 'hello', protocol: 1, server: 'rookery', name: 'Anna', role: 'player', now: 5000 });
  assert.ok(state.rounds[GAME]);
  assert.deepEqual(state.seeks, []);
  assert.equal(state.session.clockOffset, 5000);
});

test('a message or a game with the name of what every object has changes nothing', () => {
  const at = { now: 0, date: 0 };
  for (const name of ['constructor', 'toString', '__proto__']) {
    assert.equal(receive(initialState, { t: name } as unknown as ServerMessage, at), initialState);
    assert.equal(receive(initialState, { t: 'crowd', game: name, watchers: 1 } as ServerMessage, at), initialState);
  }
});

test('the reason for being thrown out survives the next connection', () => {
  let state = take(initialState, { t: 'notice', type: 'kicked', text: 'your account was banned: cheating' });
  state = take(state, { t: 'hello', protocol: 2, server: 'rookery', name: 'Anonymous', role: 'guest', now: 0 });
  assert.equal(state.notice?.text, 'your account was banned: cheating');
});

test('games that nobody watches are forgotten, the oldest first, but not those of the player', () => {
  const ids = Array.from({ length: IDLE_ROUNDS_MAX + 4 }, (_, i) => `game${i}`);
  const rounds = Object.fromEntries(ids.map(id => [id, { id } as Round]));
  const state: State = { ...initialState, rounds, ours: { game0: 'white' } };
  const left = forgetRounds(id => id === 'game1')(state);
  assert.deepEqual(Object.keys(left.rounds), ['game0', 'game1', ...ids.slice(4)]);
  assert.equal(forgetRounds(() => true)(state), state);
});
