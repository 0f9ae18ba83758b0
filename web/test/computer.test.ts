// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import list from 'openings:standard';
import { makeLine } from '../src/chess/line';
import { setOpenings } from '../src/chess/openings';
import { rules } from '../src/chess/rules';
import { addMove, canRedo, canTakeBack, endPlay, redo, resultOf, startPlay, takeBack, turnOf, type Play } from '../src/pages/computer/play';
import { writePgn } from '../src/pages/computer/pgn';
import { isPlay } from '../src/pages/computer/storage';
import { defaultTerms } from '../src/ui/ComputerForm';
import { useRules } from './support';

await useRules();
const usualStart = rules().start('standard').fen();

const begin = (color: 'white' | 'black' | 'random' = 'white', clock = '-'): Play =>
  startPlay({ ...defaultTerms, color, clock }, { start: usualStart, chance: 0.7, seed: 1 });

const playAll = (play: Play, moves: string) => moves.split(' ').reduce((now, uci) => addMove(now, uci, turnOf(now), 0), play);
const lineOf = (play: Play) => makeLine(play.terms.variant, play.start, play.moves);

test('the colour may be drawn', () => {
  assert.equal(begin('white').you, 'white');
  assert.equal(begin('random').you, 'black');
});

test('taking back removes your move and the answer; playing again brings both back', () => {
  const play = playAll(begin(), 'e2e4 e7e5 g1f3 b8c6');
  const back = takeBack(play);
  assert.deepEqual(back.moves, ['e2e4', 'e7e5']);
  assert.deepEqual(redo(back).moves, play.moves);
  const twice = takeBack(back);
  assert.deepEqual(twice.moves, []);
  assert.equal(canTakeBack(twice), false);
  assert.deepEqual(redo(redo(twice)).moves, play.moves);
});

test('while the computer thinks, only your move is taken back', () => {
  const back = takeBack(playAll(begin(), 'e2e4 e7e5 g1f3'));
  assert.deepEqual(back.moves, ['e2e4', 'e7e5']);
});

test('as Black, the first move of the computer stays', () => {
  assert.equal(canTakeBack(playAll(begin('black'), 'e2e4')), false);
});

test('another move forgets what was taken back', () => {
  const back = takeBack(playAll(begin(), 'e2e4 e7e5 g1f3 b8c6'));
  assert.equal(canRedo(addMove(back, 'f1c4', 'white', 0)), false);
  assert.equal(canRedo(addMove(back, 'g1f3', 'white', 0)), true);
});

test('clocks run from the third move on, and get their increment', () => {
  const play = playAll(begin('white', '5+3'), 'e2e4 e7e5');
  assert.deepEqual(play.clocks, { white: 300_000, black: 300_000 });
  assert.equal(addMove(play, 'g1f3', 'white', 290_000).clocks?.white, 293_000);
});

test('the result is that of the position, or of a resignation', () => {
  const mated = playAll(begin(), 'f2f3 e7e5 g2g4 d8h4');
  assert.deepEqual(resultOf(mated, lineOf(mated)), { reason: 'checkmate', winner: 'black' });
  const resigned = endPlay(begin(), 'resign', 'white');
  assert.deepEqual(resultOf(resigned, lineOf(resigned)), { reason: 'resign', winner: 'black' });
  const repeated = playAll(begin(), 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8');
  assert.deepEqual(resultOf(repeated, lineOf(repeated)), { reason: 'repetition', winner: null });
  const open = playAll(begin(), 'e2e4');
  assert.equal(resultOf(open, lineOf(open)), null);
});

test('PGN has tags, numbers and the result', () => {
  const play = playAll(begin(), 'f2f3 e7e5 g2g4 d8h4');
  const line = lineOf(play);
  const pgn = writePgn(play, line, resultOf(play, line), { you: 'Anna "A"', computer: 'Rookery level 3', site: '-', date: '2026.11.16', usualStart });
  assert.ok(pgn.includes('[White "Anna \\"A\\""]'));
  assert.ok(pgn.endsWith('\n\n1. f3 e5 2. g4 Qh4# 0-1\n'));
  assert.ok(!pgn.includes('[FEN'));
});

test('PGN has the opening once the names are loaded', () => {
  setOpenings(list);
  const play = playAll(begin(), 'e2e4 c7c5');
  const pgn = writePgn(play, lineOf(play), null, { you: 'Anna', computer: 'Rookery level 3', site: '-', date: '2026.11.16', usualStart });
  assert.ok(pgn.includes('[ECO "B20"]\n[Opening "Sicilian Defense"]\n\n1. e4 c5 *'));
});

test('a stored game goes on only if it can be played', () => {
  const play = takeBack(playAll(begin('white', '5+3'), 'e2e4 e7e5 g1f3 b8c6'));
  assert.ok(isPlay(JSON.parse(JSON.stringify(play))));
  for (const value of [null, 5, 'x', {}, { moves: 1, start: 2, terms: 3, you: 4 }]) assert.ok(!isPlay(value));
  assert.ok(!isPlay({ ...play, moves: ['e2e4', 'zz'] }));
  assert.ok(!isPlay({ ...play, start: 'x' }));
  assert.ok(!isPlay({ ...play, you: 'z' }));
  assert.ok(!isPlay({ ...play, clocks: {} }));
  assert.ok(!isPlay({ ...play, terms: { ...play.terms, level: 'x' } }));
});
