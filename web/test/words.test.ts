// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence } from '../src/base/sentence';
import { addTexts } from '../src/i18n';
import deCommon from '../src/i18n/de/common';
import deGame from '../src/i18n/de/game';
import enCommon from '../src/i18n/en/common';
import enGame from '../src/i18n/en/game';
import { gameTerms } from '../src/app/terms';
import enPlay from '../src/i18n/en/play';
import { playerName } from '../src/i18n/names';
import { kindText } from '../src/pages/game/words';

const blitz = { rated: true, variant: 'standard', speed: 'blitz', control: '5+3' } as const;

test('the kind of a game is written as the language writes it', () => {
  addTexts({ ...deCommon, ...deGame });
  assert.equal(kindText(blitz), 'Blitz, gewertet');
  addTexts({ ...enCommon, ...enGame });
  assert.equal(kindText(blitz), 'Rated blitz');
  assert.equal(kindText({ ...blitz, rated: false, variant: 'crazyhouse' }), 'Casual Crazyhouse');
  assert.equal(kindText({ ...blitz, rated: false, speed: 'correspondence', control: '-' }), 'Casual game');
});

test('a message of the server becomes a sentence', () => {
  assert.equal(sentence('the game is over'), 'The game is over.');
  assert.equal(sentence('Are you sure?'), 'Are you sure?');
});

test('the computer has one name, in the language of the page', () => {
  addTexts(deCommon);
  assert.equal(playerName('Rookery level 3'), deCommon['common.computer'].replace('{n}', '3'));
  addTexts(enCommon);
  assert.equal(playerName('Rookery level 3'), 'Computer, level 3');
  assert.equal(playerName('Rookery'), 'Rookery');
});

test('the terms of a game without a clock are words, not a list', () => {
  addTexts({ ...enCommon, ...enPlay });
  assert.equal(gameTerms({ clock: '5+3', rated: true }), '5+3 rated');
  assert.equal(gameTerms({ clock: '-', rated: false }), 'casual, without a clock');
});
