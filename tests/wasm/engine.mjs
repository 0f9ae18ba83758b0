// SPDX-License-Identifier: MIT
/* The engine as WebAssembly searches exactly as `rookery uci` does: the same positions, lines and
 * moves, in every variant. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, test } from './check.mjs';

const buildDir = process.argv[2];
const { loadEngine, EngineError } = await import(pathToFileURL(resolve('build/wasm/engine.mjs')));
const wasm = readFileSync('build/engine.wasm');
const hash = 2; // as the server plays its levels
const engine = await loadEngine(wasm, { hash });

const kiwipete = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const mateInTwo = '2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w KQkq - 0 1';

/** The names of variants in UCI, where they differ from ours. */
const uciNames = {
  standard: 'chess', chess960: 'chess', 'king-of-the-hill': 'kingofthehill',
  'three-check': '3check', 'racing-kings': 'racingkings',
};

const games = [
  { variant: 'standard', fen: '', moves: [] },
  { variant: 'standard', fen: '', moves: 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1'.split(' ') },
  { variant: 'standard', fen: kiwipete, moves: [] },
  { variant: 'standard', fen: '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', moves: [] },
  { variant: 'standard', fen: mateInTwo.replace('KQkq', '-'), moves: [] },
  { variant: 'chess960', fen: 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9', moves: [] },
  { variant: 'crazyhouse', fen: '', moves: 'e2e4 d7d5 e4d5 d8d5 b1c3 d5d8 d2d4 g8f6'.split(' ') },
  ...['antichess', 'atomic', 'horde', 'king-of-the-hill', 'racing-kings', 'three-check'].map(variant => ({
    variant, fen: '', moves: [],
  })),
];

/** Starts `rookery uci`, runs one search for each command and returns its last lines. */
function askNative(searches) {
  const commands = searches.flatMap(({ game, options = [], go }) => [
    'ucinewgame',
    `setoption name UCI_Variant value ${uciNames[game.variant] ?? game.variant}`,
    `setoption name UCI_Chess960 value ${game.variant === 'chess960'}`,
    `setoption name Hash value ${hash}`,
    ...options.map(([name, value]) => `setoption name ${name} value ${value}`),
    `position ${game.fen ? `fen ${game.fen}` : 'startpos'} moves ${game.moves.join(' ')}`,
    `go ${go}`,
    'wait',
  ]);
  // A search is over when its move has come: read the answers in order of the commands.
  const script = join(buildDir, 'rookery');
  const answers = [];
  const text = runUci(script, commands);
  let lines = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('info depth') && line.includes(' pv ')) lines.push(line);
    if (!line.startsWith('bestmove')) continue;
    answers.push({ best: line.split(' ')[1], lines });
    lines = [];
  }
  return answers;
}

/** UCI commands of several searches; `wait` is until the last move has come. */
function runUci(program, commands) {
  const waiting = `
    const { spawn } = require('node:child_process');
    const commands = ${JSON.stringify(commands)};
    const child = spawn(${JSON.stringify(program)}, ['uci'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const send = () => {
      while (commands.length && commands[0] !== 'wait') child.stdin.write(commands.shift() + '\\n');
      if (!commands.shift()) child.stdin.end('quit\\n');
    };
    let rest = '';
    child.stdout.on('data', data => {
      process.stdout.write(data);
      const lines = (rest + data).split('\\n');
      rest = lines.pop();
      for (const line of lines) if (line.startsWith('bestmove')) send();
    });
    send();`;
  const result = spawnSync(process.execPath, ['-e', waiting], {
    encoding: 'utf8', maxBuffer: 1 << 26, timeout: 300_000,
  });
  if (result.error) throw result.error;
  return result.stdout;
}

const field = (line, name) => Number(new RegExp(` ${name} (-?\\d+)`).exec(line)?.[1]);

const describeNative = line => ({
  depth: field(line, 'depth'),
  number: field(line, 'multipv'),
  nodes: field(line, 'nodes'),
  score: / mate /.test(line) ? { mate: field(line, 'mate') } : { cp: field(line, 'cp') },
  moves: line.split(' pv ')[1].trim(),
});

const describe = line => ({
  depth: line.depth,
  number: line.number,
  nodes: line.nodes,
  score: line.score,
  moves: line.moves.join(' '),
});

/** Searches with an empty table; returns the best move and the reported lines. */
function search(game, limits) {
  const lines = [];
  engine.forget();
  engine.position(game);
  const best = engine.search(limits, line => lines.push(line));
  return { best, lines };
}

function compare(name, searches) {
  const answers = askNative(searches);
  check(`${name}: number of answers`, answers.length, searches.length);
  searches.forEach(({ game, limits, go }, i) => {
    const where = `${name}: ${game.variant} ${game.fen} ${go}`;
    const { best, lines } = search(game, limits);
    check(`${where}: best move`, best, answers[i].best);
    check(where, lines.map(describe), answers[i].lines.map(describeNative));
  });
}

test('searches are the same as those of the native engine', () => {
  const depth = 9;
  compare('depth', games.map(game => ({ game, limits: { depth }, go: `depth ${depth}` })));
  const nodes = 20_000;
  compare('nodes', games.slice(0, 4).map(game => ({ game, limits: { nodes }, go: `nodes ${nodes}` })));
});

test('several lines are the same', () => {
  const options = [['MultiPV', 4]];
  const limits = { depth: 7, lines: 4 };
  compare('lines', games.slice(0, 3).map(game => ({ game, options, limits, go: 'depth 7' })));
});

test('a level searches little, and its seed makes its errors', () => {
  const play = (level, seed) => games.slice(0, 4).map(game => search(game, { level, seed, time: 5000 }));
  const nodes = level => Math.max(...play(level, 1).map(({ lines }) => lines.at(-1).nodes));
  check('level 1', nodes(1) < 500, true);
  check('level 8', nodes(8) > 1000 && nodes(8) < 20_000, true);
  const moves = seed => play(1, seed).map(({ best }) => best).join(' ');
  check('the same player', moves(7), moves(7));
  check('different players', new Set([1, 2, 3, 4, 5].map(moves)).size > 1, true);
});

test('mates are found and counted in moves', () => {
  const backRank = { variant: 'standard', fen: '6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1', moves: [] };
  const { best, lines } = search(backRank, { depth: 5 });
  check('mate', [best, lines.at(-1).score], ['d1d8', { mate: 1 }]);
  const over = { variant: 'standard', fen: '', moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'] };
  check('after the mate', search(over, { depth: 5 }), { best: null, lines: [] });
});

test('a search without limits can be stopped', () => {
  let looks = 0;
  engine.position(games[0]);
  const best = engine.search({}, () => {}, () => ++looks > 200);
  check('a move', /^[a-h][1-8][a-h][1-8]$/.test(best), true);
  const started = performance.now();
  engine.search({ time: 50 }, () => {});
  check('a time limit', performance.now() - started < 60000, true);
});

test('invalid games are refused, and nothing is searched', () => {
  const refused = game => {
    try {
      engine.position(game);
      return false;
    } catch (error) {
      return error instanceof EngineError && error.message.length > 0;
    }
  };
  check('variant', refused({ variant: 'draughts', fen: '', moves: [] }), true);
  check('FEN', refused({ variant: 'standard', fen: 'garbage', moves: [] }), true);
  check('no search after that', engine.search({ depth: 3 }, () => {}), null);
  check('long FEN', refused({ variant: 'standard', fen: '8'.repeat(1 << 17), moves: [] }), true);
  check('long name', refused({ variant: 'x'.repeat(1000), fen: '', moves: [] }), true);
  check('illegal move', refused({ variant: 'standard', fen: '', moves: ['e2e5'] }), true);
  check('no move', refused({ variant: 'standard', fen: '', moves: [''] }), true);
  check('a NUL', refused({ variant: 'standard\0', fen: '', moves: [] }), true);
  engine.position(games[0]);
  const odd = { depth: NaN, nodes: -5, time: NaN, lines: 1e9, level: 99, seed: -1 };
  check('odd limits', engine.search({ ...odd, nodes: 100 }, () => {}) !== null, true);
});

test('a long game is searched', () => {
  const moves = Array.from({ length: 1500 }, (_, i) => ['g1f3', 'g8f6', 'f3g1', 'f6g8'][i % 4]);
  check('a move', search({ variant: 'standard', fen: '', moves }, { depth: 3 }).best !== null, true);
});

const tooLarge = await loadEngine(wasm, { hash: 5000 }).catch(error => error);
check('a table that does not fit', tooLarge instanceof EngineError, true);
