// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { flipScore, scoreText, winningChance, type Score } from '../src/chess/evaluation';
import { Engine, type EngineInfo, type WorkerLike } from '../src/engine/engine';
import type { FromWorker, Line, ToWorker } from '../src/engine/protocol';
import { useRules } from './support';

before(useRules);

/** A worker that records what it is told, and says what the test says. */
class FakeWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  readonly heard: ToWorker[] = [];
  ended = false;

  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  say(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }
}

const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const atStart = { variant: 'standard', start, moves: [] };
const afterE4 = { variant: 'fromPosition', start, moves: ['e2e4'] };

const line = (number: number, cp: number, moves: string[]): Line => ({
  depth: 5, selectiveDepth: 7, number, score: { cp }, bound: 'exact', nodes: 1000, time: 10, hashfull: 0, win: 0, draw: 0, moves,
});

function makeEngine(shared: boolean) {
  const workers: FakeWorker[] = [];
  const createWorker = () => {
    workers.push(new FakeWorker());
    return workers[workers.length - 1]!;
  };
  const engine = new Engine({ createWorker, shared, loadModule: async () => ({}) as WebAssembly.Module });
  return { engine, workers };
}

const settle = () => new Promise<void>(resolve => setTimeout(resolve, 0));
const searchesOf = (worker: FakeWorker) => worker.heard.flatMap(message => (message.kind === 'search' ? [message] : []));

test('lines are collected, and scores are White’s', async () => {
  const { engine, workers } = makeEngine(false);
  const infos: EngineInfo[] = [];
  engine.analyse(afterE4, { lines: 2, depth: 9 }, info => infos.push(info));
  await settle();
  const [search] = searchesOf(workers[0]!);
  assert.deepEqual(search?.game, { variant: 'standard', fen: start, moves: ['e2e4'] });
  assert.equal(search?.limits.lines, 2);
  workers[0]!.say({ kind: 'line', id: search!.id, line: line(1, 20, ['e7e5']) });
  workers[0]!.say({ kind: 'line', id: search!.id, line: line(2, -10, ['c7c5']) });
  workers[0]!.say({ kind: 'done', id: search!.id, best: 'e7e5' });
  assert.deepEqual(infos[1]!.lines.map(({ score }) => score), [{ cp: -20 }, { cp: 10 }]);
  assert.equal(infos[1]!.nps, 100_000);
  assert.deepEqual(infos.map(info => info.done), [false, false, true]);
});

for (const shared of [false, true])
  test(`an outdated search is silent (${shared ? 'shared memory' : 'another worker'})`, async () => {
    const { engine, workers } = makeEngine(shared);
    const first: EngineInfo[] = [];
    const second: EngineInfo[] = [];
    engine.analyse(atStart, {}, info => first.push(info));
    await settle();
    engine.analyse(afterE4, {}, info => second.push(info));
    await settle();
    assert.equal(workers.length, shared ? 1 : 2);
    assert.equal(workers[0]!.ended, !shared);
    const [one] = searchesOf(workers[0]!);
    workers[0]!.say({ kind: 'line', id: one!.id, line: line(1, 20, ['e2e4']) });
    const two = searchesOf(workers.at(-1)!).at(-1)!;
    workers.at(-1)!.say({ kind: 'line', id: two.id, line: line(1, 20, ['e7e5']) });
    assert.equal(first.length, 0);
    assert.equal(second.length, 1);
    engine.stop();
    workers.at(-1)!.say({ kind: 'done', id: two.id, best: 'e7e5' });
    assert.equal(second.length, 1);
  });

test('positions that pass quickly start one search', async () => {
  const { engine, workers } = makeEngine(false);
  for (let i = 0; i < 5; i++) engine.analyse(atStart, {}, () => {});
  await settle();
  assert.equal(workers.length, 1);
  assert.equal(searchesOf(workers[0]!).length, 1);
});

test('a move is promised, refused or outdated', async () => {
  const { engine, workers } = makeEngine(false);
  const move = engine.bestMove(atStart, { level: 3, seed: 7 });
  await settle();
  const [search] = searchesOf(workers[0]!);
  assert.deepEqual([search?.limits.level, search?.limits.seed], [3, 7]);
  workers[0]!.say({ kind: 'done', id: search!.id, best: 'e2e4' });
  assert.equal(await move, 'e2e4');
  const refused = engine.bestMove({ ...atStart, start: 'garbage' });
  await settle();
  workers[0]!.say({ kind: 'failed', id: searchesOf(workers[0]!)[1]!.id, text: 'bad FEN' });
  await assert.rejects(refused, /bad FEN/);
  const outdated = engine.bestMove(atStart);
  engine.close();
  await assert.rejects(outdated, /another search/);
  assert.equal(workers[0]!.ended, true);
});

test('a crash is reported, and the next search starts another worker', async () => {
  const { engine, workers } = makeEngine(true);
  const errors: string[] = [];
  engine.analyse(atStart, {}, () => {}, text => errors.push(text));
  await settle();
  workers[0]!.onerror?.({ message: 'out of memory' } as ErrorEvent);
  assert.deepEqual(errors, ['out of memory']);
  engine.analyse(atStart, {}, () => {});
  await settle();
  assert.equal(workers.length, 2);
});

test('scores in words and as chances', () => {
  assert.deepEqual([scoreText({ cp: 190 }), scoreText({ cp: -62 }), scoreText({ cp: -4 }), scoreText({ mate: 4 }), scoreText({ mate: -2 }), scoreText({ won: 'black' })], ['+1.9', '−0.6', '0.0', '#4', '−#2', '#']);
  const german = (score: Score) => scoreText(score, pawns => new Intl.NumberFormat('de', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(pawns));
  assert.deepEqual([german({ cp: 40 }), german({ cp: -62 }), german({ cp: 3 })], ['+0,4', '−0,6', '0,0']);
  assert.deepEqual(flipScore({ mate: 3 }), { mate: -3 });
  assert.equal(winningChance({ cp: 0 }), 0.5);
  assert.ok(winningChance({ cp: 300 }) > 0.78 && winningChance({ mate: -1 }) === 0);
});
