// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreText } from '../src/base/score';
import { sentence } from '../src/base/sentence';
import { addTexts } from '../src/i18n';
import deCommon from '../src/i18n/de/common';
import deGame from '../src/i18n/de/game';
import enCommon from '../src/i18n/en/common';
import enGame from '../src/i18n/en/game';
import esCommon from '../src/i18n/es/common';
import esGame from '../src/i18n/es/game';
import { unreadOf } from '../src/app/announcements';
import { resultInWords } from '../src/app/endings';
import { gameTerms, seekTerms, variantName } from '../src/app/terms';
import enPlay from '../src/i18n/en/play';
import enSetup from '../src/i18n/en/setup';
import { playerName } from '../src/i18n/names';
import { targetText } from '../src/pages/admin/logText';
import { endSentence, kindText } from '../src/pages/game/texts';
import type { Round } from '../src/state/round';
import { checkAnswers } from '../src/pages/setup/form';

const blitz = { rated: true, variant: 'standard', speed: 'blitz', control: '5+3' } as const;

test('the kind of a game is written as the language writes it', () => {
  addTexts({ ...deCommon, ...deGame });
  assert.equal(kindText(blitz), 'Blitz, gewertet');
  addTexts({ ...enCommon, ...enGame });
  assert.equal(kindText(blitz), 'Rated blitz');
  assert.equal(kindText({ ...blitz, rated: false, variant: 'crazyhouse' }), 'Casual Crazyhouse');
  assert.equal(kindText({ ...blitz, rated: false, speed: 'correspondence', control: '-' }), 'Casual game');
});

test('the end of a game is told to each player and to spectators in sentences', () => {
  const player = (name: string) => ({ name });
  const round = (you: string, end: string, winner: string | null, endBy: string | null) =>
    ({ you, end, endBy, winner, status: 'over', moves: ['e2e4'], white: player('Anna'), black: player('Ben') }) as unknown as Round;
  const told = (end: string, winner: string | null, endBy: string | null) =>
    ['white', 'black', 'spectator'].map(you => endSentence(round(you, end, winner, endBy)));
  addTexts({ ...esCommon, ...esGame });
  assert.deepEqual(told('resignation', 'black', 'white'), ['Pierdes. Abandonaste.', 'Ganas. Anna abandonó.', 'Gana Ben. Anna abandonó.']);
  addTexts({ ...deCommon, ...deGame });
  assert.deepEqual(told('stalemate', null, null), Array(3).fill('Remis. Patt.'));
  addTexts({ ...enCommon, ...enGame });
  assert.deepEqual(told('resignation', 'black', 'white'), ['You lose. You resigned.', 'You win. Anna resigned.', 'Ben wins. Anna resigned.']);
  assert.deepEqual(told('time-draw', null, 'white'), [
    'Draw. Time ran out, but Ben cannot checkmate.',
    'Draw. Time ran out, but you cannot checkmate.',
    'Draw. Time ran out, but Ben cannot checkmate.',
  ]);
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

test('guests are called so in the language of the page', () => {
  addTexts(deCommon);
  assert.equal(playerName('Guest-4kq0'), 'Gast-4kq0');
  addTexts(enCommon);
  assert.equal(playerName('Guest-4kq0'), 'Guest-4kq0');
  assert.equal(playerName('Guest'), 'Guest');
});

test('the audit log names a report by its number', () => {
  const nameOf = (id: string) => (id === 'anna' ? 'Anna' : id);
  assert.equal(targetText('close-report', 'report 17', nameOf), '17');
  assert.equal(targetText('withdraw', 'announcement 3', nameOf), '3');
  assert.equal(targetText('ban', 'anna', nameOf), 'Anna');
  assert.equal(targetText('block-address', '10.0.0.0/8', nameOf), '10.0.0.0/8');
});

test('the set-up says that a name is missing', () => {
  const answers = { serverName: 'Club', name: '', password: 'long-enough', access: 'everyone' } as const;
  const limits = { nameMin: 2, nameMax: 20, passwordMin: 8 };
  addTexts(enSetup);
  assert.deepEqual(checkAnswers(answers, limits), { name: 'Choose a name for your account.' });
  assert.match(checkAnswers({ ...answers, name: '!x' }, limits).name!, /^Use letters/);
});

test('the newest announcement that was not read is shown', () => {
  const list = [1, 2, 3].map(id => ({ id, text: `text ${id}`, date: id }));
  assert.equal(unreadOf(list, [3])?.id, 2);
  assert.equal(unreadOf(list, [])?.id, 3);
  assert.equal(unreadOf(list, [1, 2, 3]), null);
});

test('the terms of a game without a clock are words, not a list', () => {
  addTexts({ ...enCommon, ...enPlay });
  assert.equal(gameTerms({ clock: '5+3', rated: true }), '5+3, rated');
  assert.equal(gameTerms({ clock: '-', rated: false }), 'casual, without a clock');
  assert.equal(gameTerms({ clock: '0.5+0', rated: false }), '½+0, casual');
  assert.equal(seekTerms({ rated: true, variant: 'chess960' }), `rated, ${variantName('chess960')}`);
});

test('a game without a result is no draw', () => {
  assert.equal(scoreText({ status: 'draw' }), '½–½');
  assert.equal(scoreText({ status: 'resign', winner: 'black' }), '0–1');
  for (const status of ['aborted', 'noStart', 'unknownFinish']) assert.equal(scoreText({ status }), '');
  addTexts(enPlay);
  assert.equal(resultInWords({ status: 'aborted', winner: null, moves: [] }), 'Aborted');
  assert.equal(resultInWords({ status: 'resign', winner: 'white', moves: [] }), '1–0 Resignation');
});
