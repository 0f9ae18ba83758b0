// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { describeFault } from '../src/app/faults';
import { RookeryError, rules } from '../src/chess/rules';
import { addTexts } from '../src/i18n';
import germanCommon from '../src/i18n/de/common';
import germanFaults from '../src/i18n/de/faults';
import englishCommon from '../src/i18n/en/common';
import englishFaults from '../src/i18n/en/faults';
import { useRules } from './support';

before(useRules);

const faultOf = (fen: string, san: string): string => {
  try {
    rules().position(fen, 'standard').parseSan(san);
    return '';
  } catch (error) {
    return describeFault(error);
  }
};

test('an illegal move is explained in the language of the page', () => {
  const pinned = '4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1';
  addTexts({ ...englishCommon, ...englishFaults });
  assert.equal(faultOf(pinned, 'Nc3'), 'The knight on e2 is pinned: the rook on e8 would give check.');
  addTexts({ ...germanCommon, ...germanFaults });
  assert.equal(faultOf(pinned, 'Nc3'), 'Die Figur ist gefesselt (Springer auf e2): Sonst stünde der König im Schach (Turm auf e8).');
  assert.equal(faultOf(pinned, 'O-O'), 'Die kurze Rochade ist dir nicht mehr erlaubt.');
  assert.equal(faultOf(pinned, '??'), 'Das ist kein Zug. Versuch es mit Sf3, O-O oder e8=D.');
});

test('a reason without a text of its own is told as the rules tell it', () => {
  assert.equal(describeFault(new RookeryError('something-new', 'the square is on fire')), 'The square is on fire.');
});
