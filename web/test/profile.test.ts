// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filtersFrom, gamesAddress, noFilters, queryOf, withOpponent, type Filters } from '../src/pages/profile/filters';
import { addGames, controlText, counts, opponentsOf, outcomeOf, rowOf, scoreText } from '../src/pages/profile/gameRow';
import { dotsOf, makeGraph, nearestPoint, pathOf, pointsIn, pointsOf, progressOf, ratingScale, sparkline, summarize, timeTicks, type RatingPoint } from '../src/pages/profile/graph';
import { PAGE, readPage } from '../src/pages/profile/pages';
import type { UserGame } from '../src/wire/users';
import { seeded } from './support';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 30, 12);
const pointsAgo = (...list: [days: number, rating: number][]): RatingPoint[] => list.map(([days, rating]) => ({ at: NOW - days * DAY, rating }));

test('the points of a kind of rating are found by its English name', () => {
  const history = [
    { name: 'Blitz', points: [] },
    { name: 'King of the Hill', points: [[2026, 0, 31, 1600] as [number, number, number, number]] },
  ];
  assert.deepEqual(pointsOf(history, 'kingOfTheHill', 1500).at(-1), { at: Date.UTC(2026, 0, 31), rating: 1600 });
  assert.deepEqual(pointsOf(history, 'blitz', 1500), []);
  assert.deepEqual(pointsOf(history, 'rapid', 1500), []);
});

test('a graph begins with the rating before the first game', () => {
  const history = [{ name: 'Blitz', points: [[2026, 0, 31, 1600] as [number, number, number, number]] }];
  assert.deepEqual(pointsOf(history, 'blitz', 1500)[0], { at: Date.UTC(2026, 0, 31), rating: 1500 });
});

test('the progress of the first games counts from the start', () => {
  assert.equal(progressOf({ games: 3, rating: 929, prog: -333 }, 1500), -571);
  assert.equal(progressOf({ games: 13, rating: 929, prog: -333 }, 1500), -333);
});

test('the marks below a graph are at equal steps of days or months', () => {
  const at = (days: number) => timeTicks({ start: NOW - days * DAY, end: NOW }).map(tick => tick.at);
  for (const days of [7, 8, 11, 20, 31, 60, 120, 189]) {
    const ticks = at(days);
    const steps = ticks.slice(1).map((tick, i) => tick - ticks[i]!);
    assert.ok(ticks.length >= 3 && ticks.length <= 6, `${days} days: ${ticks.length}`);
    assert.equal(new Set(steps).size, 1, `${days} days`);
    assert.ok(ticks.every(tick => tick % DAY === 0), `${days} days`);
  }
  for (const days of [200, 366, 800, 3000, 9000]) {
    const ticks = at(days).map(tick => new Date(tick));
    assert.ok(ticks.length >= 2 && ticks.length <= 6, `${days} days: ${ticks.length}`);
    assert.ok(ticks.every(tick => tick.getUTCDate() === 1), `${days} days`);
  }
});

test('a period begins with the rating that was valid at its start', () => {
  const points = pointsAgo([400, 1500], [40, 1550], [10, 1600]);
  assert.deepEqual(pointsIn(points, 'month', NOW).map(point => point.rating), [1550, 1600]);
  assert.deepEqual(pointsIn(points, 'all', NOW), points);
  assert.deepEqual(pointsIn([], 'year', NOW), []);
});

test('a scale has round numbers around all ratings and four to seven lines', () => {
  assert.deepEqual(ratingScale(pointsAgo([3, 1560], [1, 1712])).ticks, [1750, 1700, 1650, 1600, 1550]);
  const random = seeded(7);
  for (let i = 0; i < 300; i++) {
    const low = 400 + Math.floor(random() * 2000);
    const high = low + Math.floor(random() * 900);
    const { min, max, ticks } = ratingScale(pointsAgo([2, low], [1, high]));
    assert.ok(min < low && max > high, `${low} to ${high}`);
    assert.ok(ticks.length >= 4 && ticks.length <= 7, `${ticks}`);
    assert.equal(ticks[0], max);
    assert.equal(ticks.at(-1), min);
  }
});

test('a graph places points from left to right, and the last rating lasts until now', () => {
  const graph = makeGraph(pointsAgo([20, 1500], [10, 1600]), 'all', NOW)!;
  assert.deepEqual(graph.points.map(point => point.rating), [1500, 1600, 1600]);
  assert.deepEqual(graph.places.map(place => place.x), [0, 0.5, 1]);
  assert.ok(graph.places[1]!.y < graph.places[0]!.y, 'higher ratings are higher up');
  assert.equal(nearestPoint(graph, 0.3), 1);
  assert.equal(nearestPoint(graph, 0.2), 0);
  assert.deepEqual(summarize(graph), { from: 1500, to: 1600, best: graph.points[1] });
  assert.equal(makeGraph([], 'all', NOW), null);
  const week = makeGraph(pointsAgo([0.1, 1500]), 'month', NOW)!;
  assert.equal(week.places.length, 2);
  assert.equal(week.end - week.start, 7 * DAY, 'the marks below are different days');
});

test('paths and sparklines stay in their boxes', () => {
  assert.equal(pathOf([{ x: 0, y: 1 }, { x: 1, y: 0.25 }], 600, 100), 'M0 100L600 25');
  assert.equal(dotsOf([{ x: 0.5, y: 0.5 }], 600, 100), 'M300 50h0');
  assert.equal(sparkline(pointsAgo([1, 1500])), null);
  assert.equal(sparkline(pointsAgo([2, 1500], [1, 1600])), 'M0 30L72 2');
});

test('filters go into the address and come back', () => {
  const all: Filters = { result: 'win', rated: false, perf: 'blitz', color: 'black', vs: 'Anna-B', opponent: 'nn', opening: 'King\'s Gambit', since: '2026-01-31', until: '2026-02-28' };
  assert.deepEqual(filtersFrom(new URLSearchParams(queryOf(all))), all);
  assert.equal(queryOf(noFilters), '');
  assert.deepEqual(filtersFrom(new URLSearchParams('result=lost&rated=x&color=green&since=yesterday&vs=a%20b&opponent=%3Cb%3E&opening=%20')), noFilters);
});

test('a request for games has the filters of the API', () => {
  assert.equal(gamesAddress('anna', noFilters), '/api/games/user/anna');
  assert.equal(gamesAddress('anna', { ...noFilters, opening: 'sicilian' }), '/api/games/user/anna?openingName=sicilian');
  const url = new URL(gamesAddress('anna', { ...noFilters, perf: 'blitz', rated: true, until: '2026-02-28' }, { max: 25 }, 1000), 'http://x');
  assert.equal(url.searchParams.get('perfType'), 'blitz');
  assert.equal(url.searchParams.get('rated'), 'true');
  assert.equal(url.searchParams.get('until'), '1000'); // the next page begins where this one ended
  assert.equal(url.searchParams.get('max'), '25');
  assert.equal(new URL(gamesAddress('anna', { ...noFilters, since: '2026-02-28' }), 'http://x').searchParams.get('since'), String(new Date('2026-02-28T00:00:00').getTime()));
});

const game: UserGame = {
  id: 'Ab3dE6gH',
  rated: true,
  variant: 'standard',
  speed: 'blitz',
  perf: 'blitz',
  createdAt: 1,
  lastMoveAt: 2,
  status: 'mate',
  end: 'checkmate',
  winner: 'black',
  players: { white: { user: { id: 'anna', name: 'Anna' }, ratingDiff: -8 }, black: { user: { id: 'ben', name: 'Ben' }, ratingDiff: 8 } },
  moves: 'f3 e5 g4 Qh4#',
  clock: { initial: 300, increment: 3 },
};

test('a row shows a game from the side of its player', () => {
  const ben = rowOf(game, 'ben');
  assert.deepEqual([ben.side, ben.outcome, ben.opponent.user?.name, ben.diff, ben.href], ['black', 'win', 'Anna', 8, '/Ab3dE6gH/black']);
  const anna = rowOf(game, 'anna');
  assert.deepEqual([anna.side, anna.outcome, anna.control, anna.moves, anna.end], ['white', 'loss', '5+3', 2, 'checkmate']);
  assert.equal(outcomeOf({ ...game, winner: undefined, status: 'draw' }, 'white'), 'draw');
  assert.equal(outcomeOf({ ...game, winner: undefined, status: 'aborted' }, 'white'), 'none');
  assert.equal(outcomeOf({ ...game, winner: undefined, status: 'started' }, 'white'), 'running');
});

test('clocks, scores and pages of games', () => {
  assert.deepEqual([{ initial: 30, increment: 0 }, { initial: 15, increment: 1 }, { initial: 900, increment: 10 }].map(controlText), ['½+0', '¼+1', '15+10']);
  assert.deepEqual([0, 0.5, 4.5, 7].map(scoreText), ['0', '½', '4½', '7']);
  const other = { ...game, id: 'Zz3dE6gH' };
  assert.deepEqual(addGames([game], [game, other]).map(one => one.id), ['Ab3dE6gH', 'Zz3dE6gH']);
});

test('an opponent is found by a part of the name, a known one by the whole name', () => {
  assert.deepEqual(withOpponent(noFilters, ' be ', ['Ben', 'Berta']), { ...noFilters, opponent: 'be' });
  assert.deepEqual(withOpponent({ ...noFilters, opponent: 'be' }, 'ben', ['Ben', 'Berta']), { ...noFilters, vs: 'Ben' });
  assert.deepEqual(withOpponent({ ...noFilters, vs: 'Ben' }, '', []), noFilters);
  assert.deepEqual(opponentsOf([game, game, { ...game, players: { ...game.players, black: {} } }], 'anna'), ['Ben']);
});

test('a game that was aborted is neither listed nor counted', () => {
  assert.ok(counts(game));
  assert.ok(!counts({ ...game, winner: undefined, status: 'aborted' }));
});

/** Reads pages of a list as the server sends it: newest first, up to a time. */
const reader = (list: UserGame[]) => {
  const sizes: number[] = [];
  const read = async (max: number, before = Infinity) => {
    sizes.push(max);
    return list.filter(one => one.createdAt <= before).slice(0, max);
  };
  return { read, sizes };
};
const manyGames = (count: number, more: (i: number) => Partial<UserGame> = () => ({})): UserGame[] =>
  Array.from({ length: count }, (_, i) => ({ ...game, id: `game${i}`, createdAt: count - i, ...more(i) }));

test('games are read page by page, and each is shown once', async () => {
  const { read, sizes } = reader(manyGames(40));
  const first = await readPage(read, undefined);
  const second = await readPage(read, first.before);
  assert.deepEqual([first.games.length, first.done, second.done, sizes], [PAGE, false, true, [PAGE, PAGE]]);
  assert.equal(addGames(first.games, second.games).length, 40);
});

test('reading ends where all games of a page have the same time', async () => {
  const { read } = reader(manyGames(200, () => ({ createdAt: 5 })));
  const first = await readPage(read, undefined);
  assert.ok((await readPage(read, first.before)).done);
});
