// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { illegalText } from '../src/app/MoveField';
import { RookeryError, rules } from '../src/chess/rules';
import { addTexts } from '../src/i18n';
import german from '../src/i18n/de/common';
import english from '../src/i18n/en/common';
import { useRules } from './support';

before(useRules);

const faultOf = (fen: string, san: string): string => {
  try {
    rules().position(fen, 'standard').parseSan(san);
    return '';
  } catch (error) {
    return illegalText(error as RookeryError);
  }
};

test('an illegal move is explained in the language of the page', () => {
  const pinned = '4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1';
  addTexts(english);
  assert.equal(faultOf(pinned, 'Nc3'), 'The knight on e2 is pinned: the rook on e8 would give check.');
  addTexts(german);
  assert.equal(faultOf(pinned, 'Nc3'), 'Das ist kein regelgerechter Zug: Der König stünde im Schach.');
  assert.equal(faultOf(pinned, 'O-O'), 'Hier kann nicht rochiert werden.');
  assert.equal(faultOf(pinned, 'hello'), 'Das ist kein Zug. Versuch es mit Nf3, O-O oder e8=Q.');
});

test('a reason without a text of its own is told as the rules tell it', () => {
  assert.equal(illegalText(new RookeryError('something-new', 'the square is on fire')), 'The square is on fire.');
});
