// SPDX-License-Identifier: MIT
/* PGN in and out as WebAssembly: every part of a game arrives, and what is written can be read. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, test } from './check.mjs';

const { loadPgn } = await import(pathToFileURL(resolve('build/wasm/pgn.mjs')));
const pgn = await loadPgn(readFileSync('build/pgn.wasm'));

const annotated = `[Event "Café \\"Régence\\""]
[White "Anderssen"]
[Result "1-0"]

{Before} 1. e4 $1 {[%eval 0.35] [%clk 0:04:59] King's pawn [%cal Ge2e4] [%csl Rd5]} e5
(1... c5 2. Nf3 (2. c3 {Alapin}) 2... d6) 2. Qh5?! Nc6 3. Bc4 Nf6?? 4. Qxf7# {[%eval #1]} 1-0

[Event "Second"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. -- P@e6 *
`;

/** All events of a game, as `name text`. */
function readEvents(file, game) {
  const list = [];
  const record = name => (...values) => void list.push([name, ...values].join('|'));
  const names = ['tag', 'start', 'move', 'nag', 'comment', 'clock', 'elapsed', 'centipawns', 'mate',
    'arrows', 'squares', 'beginVariation', 'endVariation', 'end', 'problem'];
  file.read(game, Object.fromEntries(names.map(name => [name, record(name)])));
  return list;
}

test('the tags of all games are listed', () => {
  const { games } = pgn.open(annotated);
  check('titles', games.map(game => game.tags.get('Event')), ['Café "Régence"', 'Second']);
  check('results', games.map(game => game.result), ['1-0', '*']);
  check('no games', pgn.open('').games, []);
});

test('a game is read with all its parts', () => {
  const events = readEvents(pgn.open(annotated), 0);
  check('start', events[3], 'start|standard|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
  check('until 1... e5', events.slice(4, 14).map(event => event.split(' [%')[0]), [
    'comment|Before', 'move|e2e4|e4', 'nag|1', 'clock|299000', 'centipawns|35', 'arrows|Ge2e4', 'squares|Rd5',
    'comment|[%eval 0.35]', 'move|e7e5|e5', 'beginVariation|0',
  ]);
  check('variations', events.filter(event => event.includes('Variation')).length, 4);
  check('symbols', events.filter(event => event.startsWith('nag')), ['nag|1', 'nag|6', 'nag|4']);
  check('mate', events.includes('mate|1'), true);
  check('end', events.at(-1), 'end|1-0');
});

test('only the chosen game is read', () => {
  const events = readEvents(pgn.open(annotated), 1);
  check('variant', events.some(event => event.startsWith('start|crazyhouse|')), true);
  check('null move', events.includes('move||'), true);
  check('drop', events.includes('move|P@e6|@e6') || events.includes('move|P@e6|P@e6'), true);
});

test('what cannot be read is explained', () => {
  const events = readEvents(pgn.open('[Event "x"]\n\n1. e4 e5 2. Ke3 Nf6 *\n'), 0);
  const problem = events.find(event => event.startsWith('problem'));
  check('the reason', problem.includes('Ke3') && problem.endsWith('|3'), true);
  check('moves before it', events.filter(event => event.startsWith('move')).length, 2);
  for (const text of ['\0\0\0', '(((((', '{', '[', '1. e4 ('.repeat(200), '\u{1f600}'.repeat(1000)])
    check(`garbage ${text.slice(0, 8)}`, Array.isArray(pgn.open(text).games), true);
});

test('a game is written and read again', () => {
  const text = pgn.write('standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', writer => {
    writer.tag('Event', 'Café "x"');
    writer.comment('é '.repeat(200));
    writer.move('e2e4');
    writer.nag(1);
    writer.move('e7e5');
    writer.variation(() => {
      writer.move('c7c5');
      writer.variation(() => writer.move('e7e6'));
      writer.move('g1f3');
    });
    writer.move('g1f3');
    writer.end('*');
  });
  check('moves', text.replace(/\s+/g, ' ').replaceAll('( ', '(').includes('1. e4 $1 e5 (1... c5 (1... e6) 2. Nf3) 2. Nf3 *'), true);
  check('short lines', text.split('\n').every(line => line.length < 80), true);
  const events = readEvents(pgn.open(text), 0);
  check('read', events.filter(event => event.startsWith('move')).map(event => event.split('|')[2]).join(' '), 'e4 e5 c5 e6 Nf3 Nf3');
  check('text', events.find(event => event.startsWith('comment')).replace(/\s+/g, ' '), `comment|${'é '.repeat(200).trim()}`);
});

test('a null move is written, but not in check', () => {
  const refused = [];
  const text = pgn.write('standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', writer => {
    for (const move of ['e2e4', 'f7f5', 'd1h5', '0000', 'g7g6', '0000', 'g6h5']) {
      try {
        writer.move(move);
      } catch (error) {
        refused.push(error.message);
      }
    }
    writer.end('*');
  });
  check('moves', text.trim().endsWith('1. e4 f5 2. Qh5+ g6 3. -- gxh5 *'), true);
  check('refused', refused, ['illegal move: 0000']);
});

test('every game of a real file survives a round trip', () => {
  const path = join(process.env.ROOKERY_SHARED ?? '../shared', 'data/pgn/tournament.pgn');
  if (!existsSync(path)) return;
  const file = pgn.open(readFileSync(path, 'utf8'));
  check('games', file.games.length > 100, true);
  for (const game of [0, 1, 50, file.games.length - 1]) {
    const events = readEvents(file, game);
    const [, variant, fen] = events.find(event => event.startsWith('start')).split('|');
    const moves = events.filter(event => event.startsWith('move')).map(event => event.split('|')[1]);
    const text = pgn.write(variant, fen, writer => {
      for (const move of moves) writer.move(move);
      writer.end(file.games[game].result);
    });
    const again = readEvents(pgn.open(text), 0).filter(event => event.startsWith('move'));
    check(`game ${game}`, again.map(event => event.split('|')[1]), moves);
  }
});
