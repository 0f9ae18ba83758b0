// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { makeLine } from '../src/chess/line';
import { completePremove, findMove, squaresOf } from '../src/chess/moves';
import { materialOf, readChecks, readPieces, readPockets } from '../src/chess/pieces';
import { rules } from '../src/chess/rules';
import { moveRows } from '../src/ui/MoveList';
import { useRules } from './support';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

before(useRules);

test('a line has a position for each move and writes SAN', () => {
  const line = makeLine('standard', START, ['e2e4', 'e7e5', 'g1f3']);
  assert.deepEqual(line.sans, ['e4', 'e5', 'Nf3']);
  assert.equal(line.positions.length, 4);
});

test('a line that shares its beginning reuses the positions', () => {
  const one = makeLine('standard', START, ['e2e4', 'e7e5']);
  const other = makeLine('standard', START, ['e2e4', 'c7c5'], one);
  assert.equal(other.positions[1], one.positions[1]);
  assert.deepEqual(other.sans, ['e4', 'c5']);
  assert.notEqual(makeLine('atomic', START, ['e2e4'], one).positions[0], one.positions[0]);
});

test('castling is found by the king\'s and by the rook\'s square', () => {
  const position = rules().position('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
  const castles = findMove(position, 'e1', 'g1')!.uci;
  assert.equal(findMove(position, 'e1', 'h1')!.uci, castles);
  assert.equal(position.san(position.parseUci(castles)), 'O-O');
});

test('a promotion offers its pieces', () => {
  const position = rules().position('8/P6k/8/8/8/8/8/K7 w - - 0 1');
  assert.deepEqual(findMove(position, 'a7', 'a8')!.promotions.sort(), ['b', 'n', 'q', 'r']);
  assert.equal(findMove(position, 'a7', 'b8'), null);
});

test('a premove becomes the legal move it means', () => {
  const castle = rules().position('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
  assert.equal(castle.san(castle.parseUci(completePremove(castle, 'e1g1')!)), 'O-O');
  const pawn = rules().position('8/P6k/8/8/8/8/8/K7 w - - 0 1');
  assert.equal(completePremove(pawn, 'a7a8'), 'a7a8q');
  assert.equal(completePremove(pawn, 'a7b8'), null);
  assert.equal(completePremove(pawn, 'N@a5'), null);
});

test('pieces, pockets and checks are read from a FEN', () => {
  assert.deepEqual(readPieces(START).get('e1'), { role: 'king', color: 'white' });
  assert.equal(readPieces('8/8/8/8/8/8/8/Q~7[] w - - 0 1').get('a1')?.promoted, true);
  assert.deepEqual(readPockets('8/8/8/8/8/8/8/8[NNp] w - - 0 1'), { white: { knight: 2 }, black: { pawn: 1 } });
  assert.equal(readPockets(START), null);
  assert.deepEqual(readChecks('8/8/8/8/8/8/8/8 w - - 3+1 0 1'), { white: 3, black: 1 });
});

test('material counts what each side has more', () => {
  const { captured, lead } = materialOf('4k3/pp6/8/8/8/8/P7/R3K3 w - - 0 1');
  assert.deepEqual(captured, { white: ['rook'], black: ['pawn'] });
  assert.equal(lead, 4);
});

test('a drop touches one square, a move two', () => {
  assert.deepEqual(squaresOf('N@f3'), ['f3']);
  assert.deepEqual(squaresOf('e7e8q'), ['e7', 'e8']);
});

test('the scoresheet starts with Black where Black begins', () => {
  assert.deepEqual(moveRows(3, true, 12), [
    { number: 12, plies: [null, 1] },
    { number: 13, plies: [2, 3] },
  ]);
  assert.deepEqual(moveRows(0, false, 1), []);
});
