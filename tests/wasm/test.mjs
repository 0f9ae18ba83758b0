// SPDX-License-Identifier: MIT
/* Compares the WebAssembly module of the rules with the native library, then tests what the wrapper
 * adds: errors, dests, drops, promotions, outcomes. Runs the tests of the other modules too. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, finish, test } from './check.mjs';

const buildDir = process.argv[2];
const { load, RookeryError } = await import(pathToFileURL(resolve('build/wasm/rookery.mjs')));
const wasm = readFileSync('build/rookery.wasm');
const rookery = await load(wasm);

/** The RookeryError that a function throws; undefined if it throws none. */
function errorFrom(run) {
  try {
    run();
  } catch (error) {
    if (!(error instanceof RookeryError)) throw error;
    return error;
  }
}

// ---- comparison with the native library --------------------------------------------------------

function nativeAnswers(positions) {
  const input = positions.map(({ variant, fen }) => `${variant}\t${fen}\n`).join('');
  const result = spawnSync(join(buildDir, 'examples/legal_moves'), ['-'], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 1_200_000,
  });
  if (result.error) throw result.error;
  if (result.stderr) console.log(result.stderr);
  return result.stdout.split('\n').slice(0, -1);
}

function wasmAnswer({ variant, fen }) {
  try {
    const position = rookery.position(fen, variant);
    const san = position.sanMoves();
    const pairs = position.uciMoves().map((uci, i) => [uci, san[i]]);
    pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const column = i => pairs.map(pair => pair[i]).join(' ');
    return `${position.fen()}\t${column(0)}\t${column(1)}`;
  } catch (error) {
    if (error instanceof RookeryError) return `error\t${error.offset}\t${error.text}`;
    return `threw ${error.stack}`;
  }
}

function compareWithNative(positions) {
  const answers = nativeAnswers(positions);
  check('the number of native answers', answers.length, positions.length);
  positions.forEach((entry, i) =>
    check(`${entry.variant} ${entry.fen}`, wasmAnswer(entry), answers[i]),
  );
}

/** The lines of the perft files: a FEN, then counts as `;D3 8902`. */
function readPerft(folder) {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter(name => name.endsWith('.epd'));
  return files.flatMap(file => {
    const variant = rookery.variants.find(name => basename(file).startsWith(name));
    check(`${file} is named after a variant`, typeof variant, 'string');
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    return lines
      .filter(line => line.trim() && !line.startsWith('#'))
      .map(line => line.split(';').map(part => part.trim()))
      .map(([fen, ...counts]) => ({ variant, fen, counts }));
  });
}

const own = readPerft('tests/data/perft');
const shared = readPerft(join(process.env.ROOKERY_SHARED ?? '../shared', 'data/perft'));
const sample = shared.filter((entry, i) => entry.variant !== 'standard' || i % 5 === 0);
const positions = [...own, ...sample];
const starts = rookery.variants.map(variant => ({ variant, fen: rookery.start(variant).fen() }));

test('legal moves, SAN and FEN match the native library', () => {
  compareWithNative([...starts, ...positions]);
});

test('invalid FENs have the same message and offset', () => {
  const fens = [
    '',
    'x',
    'rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    'rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1',
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 0 1',
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1',
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1',
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 more',
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1',
    '8/8/8/8/8/8/8/K7 w - - 0 1',
    'k6P/8/8/8/8/8/8/K7 w - - 0 1',
    'k6R/8/8/8/8/8/8/K7 w - - 0 1',
  ];
  for (const fen of fens)
    check(`"${fen}" is rejected`, errorFrom(() => rookery.position(fen)) !== undefined, true);
  compareWithNative(fens.map(fen => ({ variant: 'standard', fen })));
});

test('moves are judged as rookery analyse judges them', () => {
  check('level', rookery.winningChance(0), 0.5);
  check('enormous', rookery.winningChance(1e9), rookery.winningChance(20_000));
  check('three pawns', Math.round(rookery.winningChance(300) * 100), 80);
  check('judgements', [0, 0.05, 0.1, 0.2, 1].map(loss => rookery.judgeLoss(loss)).join(), 'good,inaccuracy,mistake,blunder,blunder');
  check('accuracy', rookery.accuracyOfLoss(0), 1);
  check('clipped', rookery.clipCentipawns(-5000), -1000);
});

test('perft gives the known counts', () => {
  const nodesMax = 20_000n;
  for (const { variant, fen, counts } of positions) {
    const deepest = counts // the maximum depth of perft() is 8
      .map(count => /^D([1-8]) +(\d+)$/.exec(count))
      .filter(count => count && BigInt(count[2]) <= nodesMax)
      .at(-1);
    if (deepest)
      check(
        `perft ${deepest[1]} of ${variant} ${fen}`,
        rookery.position(fen, variant).perft(Number(deepest[1])),
        BigInt(deepest[2]),
      );
  }
});

test('every move survives a round trip', () => {
  for (const { variant, fen } of [...starts, ...positions.filter((_, i) => i % 10 === 0)]) {
    const position = rookery.position(fen, variant);
    const moves = position.legalMoves();
    const where = `${variant} ${fen}`;
    check(`UCI of ${where}`, position.uciMoves().map(text => position.parseUci(text)), moves);
    check(`SAN of ${where}`, position.sanMoves().map(text => position.parseSan(text)), moves);
    check(`uci() in ${where}`, moves.map(move => position.uci(move)), position.uciMoves());
    check(`san() in ${where}`, moves.map(move => position.san(move)), position.sanMoves());
    for (const move of moves) {
      const after = position.play(move);
      check(`FEN after ${where}`, rookery.position(after.fen(), variant).fen(), after.fen());
    }
  }
});

// ---- what the wrapper adds ---------------------------------------------------------------------

const italian = 'r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4';

test('a null move passes the turn, but not in check', () => {
  check('FEN', rookery.start().play('e4').pass().fen().split(' ').slice(0, 2).join(' '), 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w');
  let fault = '';
  try {
    rookery.position('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1').pass();
  } catch (error) {
    fault = error.name;
  }
  check('in check', fault, 'RookeryError');
});

test('a position is a value', () => {
  const start = rookery.start();
  const after = start.play('e4').play('e7e5').play(start.play('e4').play('e5').parseSan('Nf3'));
  check('FEN', after.fen(), 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2');
  check('turn', [start.turn, after.turn], ['white', 'black']);
  check('start', start.fen(), rookery.start().fen());
  check('variant', [start.variant, rookery.start('koth').variant], ['standard', 'king-of-the-hill']);
});

test('an error has a code, a text and an offset', () => {
  const error = errorFrom(() => rookery.position('rnbqkbnr/pppppppp/8/8/8/8/PPPxPPPP/RNBQKBNR w'));
  check('code and offset', [error?.code, error?.offset], ['bad-syntax', 29]);
  check('text', error?.text.length > 0 && error.text === error.message, true);
  const codes = text => errorFrom(() => rookery.position(italian).parseSan(text))?.code;
  check('not a move', codes('Zf3'), 'bad-syntax');
  check('an illegal move', codes('Ke3') === undefined || codes('Ke3') === 'bad-syntax', false);
  const two = rookery.position('4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1');
  check('an ambiguous move', errorFrom(() => two.parseSan('Nd2'))?.code, 'ambiguous-move');
  check('a rejected move changes nothing', two.fen(), '4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1');
});

test('invalid arguments are rejected', () => {
  const start = rookery.start();
  const codeOf = run => errorFrom(run)?.code;
  check('a FEN that is too long', codeOf(() => rookery.position('8'.repeat(1 << 20))), 'bad-syntax');
  check('the longest text', codeOf(() => start.parseSan('x'.repeat(16_383))), 'bad-syntax');
  check('an empty text', codeOf(() => start.parseSan('')), 'bad-syntax');
  check('a NUL', codeOf(() => start.parseUci('e2e4\0')), 'bad-syntax');
  check('an unknown variant', codeOf(() => rookery.start('draughts')), 'bad-syntax');
  check('a variant with a NUL', codeOf(() => rookery.start('atomic\0')), 'bad-syntax');
  check('Chess960 number 960', codeOf(() => rookery.chess960(960)), 'bad-syntax');
  for (const move of [0, 1, 65_535, -1, 1 << 20])
    for (const method of ['play', 'san', 'uci'])
      check(`${method}(${move})`, codeOf(() => start[method](move)), 'illegal-move');
});

test('offsets count UTF-16 code units', () => {
  const error = errorFrom(() => rookery.position('k7/8/8/8/8/8/8/K6é w - - 0 1'));
  check('offset', error?.offset, 17);
});

test('castling is accepted in every notation', () => {
  const home = rookery.position('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
  const short = home.parseSan('O-O');
  check('UCI', [home.uci(short), home.uci('O-O-O')], ['e1g1', 'e1c1']);
  for (const text of ['e1g1', 'e1h1']) check(text, home.parseUci(text), short);
  for (const text of ['0-0', 'O-O', 'e1g1', 'e1h1']) check(text, home.parseSan(text), short);
  const king = ['a1', 'c1', 'd1', 'd2', 'e2', 'f1', 'f2', 'g1', 'h1'];
  check('dests', home.dests().get('e1')?.sort(), king);
  check('FEN', home.play('O-O').fen(), 'r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1');
  check('Shredder-FEN', home.fen({ shredder: true }), 'r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1');

  const away = rookery.position('1r3k1r/8/8/8/8/8/8/1R3K1R w KQkq - 0 1', 'chess960');
  check('UCI of Chess960', [away.uci('O-O'), away.uci('O-O-O')], ['f1h1', 'f1b1']);
  check('dests of Chess960', away.dests().get('f1')?.includes('h1'), true);
  check('number 518', rookery.chess960(518).fen(), rookery.start('chess960').fen());

  const wrong = 'r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1';
  check('a right without a rook', errorFrom(() => rookery.position(wrong))?.code, 'bad-position');
  const forgiven = rookery.position(wrong, 'standard', { forgiveCastling: true });
  check('forgiven', forgiven.fen(), 'r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1');
});

test('dests are the target squares of each piece', () => {
  const dests = rookery.start().dests();
  check('number of pieces', dests.size, 10);
  check('a pawn', dests.get('e2')?.sort(), ['e3', 'e4']);
  check('a knight', dests.get('g1')?.sort(), ['f3', 'h3']);
  check('a rook', dests.get('a1'), undefined);
});

test('promotions depend on the variant', () => {
  const fen = '3n3k/4P3/8/8/8/8/8/K7 w - - 0 1';
  const letters = (variant, to) => rookery.position(fen, variant).promotions('e7', to).sort().join('');
  check('standard', letters('standard', 'e8'), 'bnqr');
  check('by a capture', letters('standard', 'd8'), 'bnqr');
  check('amazon', letters('amazon', 'e8'), 'abnr');
  check('antichess', letters('antichess', 'd8'), 'bknqr');
  check('no promotion', rookery.start().promotions('e2', 'e4'), []);
  const position = rookery.position(fen);
  check('one target', position.dests().get('e7')?.sort(), ['d8', 'e8']);
  check('played', position.play('e7e8n').fen(), '3nN2k/8/8/8/8/8/8/K7 b - - 0 1');
  check('SAN', position.san('e7d8q'), 'exd8=Q+');
});

test('pieces in the pocket can be dropped', () => {
  const position = rookery.position('4k3/8/8/8/8/8/8/4K3[NPp] w - - 0 1', 'crazyhouse');
  const drops = position.drops();
  check('kinds', [...drops.keys()].sort(), ['N', 'P']);
  check('squares', [drops.get('N')?.length, drops.get('P')?.length], [62, 48]);
  check('dests', [...position.dests().keys()], ['e1']);
  const after = position.play(position.parseUci('N@f3'));
  check('FEN', after.fen(), '4k3/8/8/8/8/5N2/8/4K3[Pp] b - - 1 1');
  check('SAN', position.san('N@d6'), 'N@d6+');
  check('turn', [...after.drops().keys()], ['P']);
  check('none in standard chess', rookery.start().drops().size, 0);
});

test('checks and outcomes are reported', () => {
  const play = (variant, moves) =>
    moves.split(' ').reduce((position, move) => position.play(move), rookery.start(variant));
  const start = rookery.start();
  check('no check', [start.inCheck, start.checkers(), start.outcome()], [false, [], null]);
  const mated = play('standard', 'f3 e5 g4 Qh4#');
  check('mate', [mated.inCheck, mated.checkers()], [true, ['h4']]);
  const mate = { end: 'checkmate', winner: 'black', text: 'checkmate' };
  check('its outcome', mated.outcome(), mate);
  check('its moves', [mated.legalMoves(), mated.uciMoves(), mated.sanMoves()], [[], [], []]);
  check('its dests', mated.dests().size, 0);
  const stuck = rookery.position('7k/5Q2/8/8/8/8/8/K7 b - - 0 1').outcome();
  check('stalemate', [stuck?.end, stuck?.winner], ['stalemate', null]);
  const hill = play('koth', 'e4 a6 Ke2 a5 Ke3 a4 Kd4').outcome();
  check('hill', [hill?.end, hill?.winner], ['king-on-hill', 'white']);
});

test('the types are correct', () => {
  const tsc = spawnSync('npm', ['run', '--silent', 'check'], { cwd: 'wasm', encoding: 'utf8' });
  check('tsc', [tsc.status, tsc.stdout.trim()], [0, '']);
});

const fetched = await load(Promise.resolve(new Response(wasm)));
check('loaded from a response', fetched.start().legalMoves().length, 20);
const missing = await load(new Response('', { status: 404 })).catch(error => error.message);
check('a missing module', missing, 'cannot fetch rookery.wasm: HTTP 404');

await import('./engine.mjs');
await import('./pgn.mjs');
finish();
