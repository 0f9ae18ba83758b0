// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readMove } from '../src/app/MoveField';
import { questionOf } from '../src/app/questions';
import { rules } from '../src/chess/rules';
import { addTexts } from '../src/i18n';
import german from '../src/i18n/de/common';
import spanish from '../src/i18n/es/common';
import english from '../src/i18n/en/common';
import { moveText, pieceKeys, sanReadings, setNotation } from '../src/i18n/notation';
import { useRules } from './support';

before(useRules);
after(() => setNotation('language'));

test('moves are shown in the letters of the language, in English ones or as figurines', () => {
  assert.deepEqual(['Nf3', 'Bxc6+', 'O-O-O', 'exd8=Q#', 'P@e5', 'R1e2', '--'].map(san => moveText(san, 'de')), ['Sf3', 'Lxc6+', 'O-O-O', 'exd8=D#', 'B@e5', 'T1e2', '--']);
  assert.deepEqual(['Nf3', 'Bb5', 'Ke2', 'Rd1'].map(san => moveText(san, 'es')), ['Cf3', 'Ab5', 'Re2', 'Td1']);
  setNotation('english');
  assert.equal(moveText('Nf3', 'de'), 'Nf3');
  setNotation('figurines');
  assert.equal(moveText('exd8=N', 'de'), 'exd8=♘');
  setNotation('language');
});

test('typed moves are read in the letters of the language first, then in English ones', () => {
  assert.deepEqual(sanReadings('Sf3', 'de'), ['Nf3', 'Sf3']);
  assert.deepEqual(sanReadings('Nf3', 'de'), ['Nf3']);
  assert.deepEqual(sanReadings('Bc4', 'de'), ['Bc4'], 'a pawn has no letter, so this is an English bishop');
  assert.deepEqual(sanReadings('B@e5', 'de'), ['P@e5', 'B@e5']);
  assert.deepEqual(sanReadings('Re2', 'es'), ['Ke2', 'Re2']);
  assert.deepEqual(sanReadings('e8=D', 'es'), ['e8=Q', 'e8=D']);
  assert.deepEqual(sanReadings('♘f3', 'de'), ['Nf3']);
  setNotation('english');
  assert.deepEqual(sanReadings('Re2', 'es'), ['Re2', 'Ke2']);
  setNotation('language');
  assert.deepEqual(pieceKeys('r', 'es'), ['k', 'r']);
  assert.deepEqual(pieceKeys('s', 'de'), ['n', 's']);
});

test('a field reads a move, and says what is wrong with its first reading', () => {
  const start = rules().start('standard');
  assert.deepEqual(readMove(start, 'Nf3'), { uci: 'g1f3' });
  assert.deepEqual(readMove(start, '♘f3'), { uci: 'g1f3' });
  assert.ok('fault' in readMove(start, 'Sf3'));
});

test('questions are asked in the words of the language, with or without accents, and in English', () => {
  addTexts(german);
  assert.equal(questionOf('uhr'), 'clock');
  assert.equal(questionOf('clock'), 'clock');
  addTexts(spanish);
  assert.equal(questionOf('ultima'), 'last');
  assert.equal(questionOf('Evaluación'), 'eval');
  assert.equal(questionOf('e4'), null);
  addTexts(english);
});
