// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence } from '../src/base/sentence';
import { addTexts } from '../src/i18n';
import deCommon from '../src/i18n/de/common';
import deGame from '../src/i18n/de/game';
import enCommon from '../src/i18n/en/common';
import enGame from '../src/i18n/en/game';
import { kindText } from '../src/pages/game/words';

const blitz = { rated: true, variant: 'standard', speed: 'blitz', control: '5+3' } as const;

test('the kind of a game is written as the language writes it', () => {
  addTexts({ ...deCommon, ...deGame });
  assert.equal(kindText(blitz), 'Blitz, gewertet');
  addTexts({ ...enCommon, ...enGame });
  assert.equal(kindText(blitz), 'Rated blitz');
  assert.equal(kindText({ ...blitz, rated: false, variant: 'crazyhouse' }), 'Casual Crazyhouse');
  assert.equal(kindText({ ...blitz, rated: false, speed: 'correspondence', control: '-' }), 'Casual');
});

test('a message of the server becomes a sentence', () => {
  assert.equal(sentence('the game is over'), 'The game is over.');
  assert.equal(sentence('Are you sure?'), 'Are you sure?');
});
