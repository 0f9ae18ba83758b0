// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rules } from '../src/chess/rules';
import { addTexts } from '../src/i18n';
import deCommon from '../src/i18n/de/common';
import deFaults from '../src/i18n/de/faults';
import deRefusals from '../src/i18n/de/refusals';
import enCommon from '../src/i18n/en/common';
import enFaults from '../src/i18n/en/faults';
import enRefusals from '../src/i18n/en/refusals';
import { faultText } from '../src/i18n/faults';
import { readParameters, refusalText } from '../src/i18n/refusals';
import { checkFen } from '../src/pages/editor/check';
import { useRules } from './support';

await useRules();

const speakGerman = () => addTexts({ ...deCommon, ...deFaults, ...deRefusals });
const speakEnglish = () => addTexts({ ...enCommon, ...enFaults, ...enRefusals });

test('what the server refuses is said in the language of the page', () => {
  speakGerman();
  assert.equal(refusalText({ text: 'there is no chat in kid mode', code: 'chat-kid' }), 'Im Kindermodus gibt es keinen Chat.');
  assert.equal(refusalText({ text: '', code: 'follow-limit', parameters: { n: '400' } }), 'Du folgst schon 400 Spielern.');
  speakEnglish();
  assert.equal(refusalText({ text: '', code: 'follow-limit', parameters: { n: '400' } }), 'You already follow 400 players.');
});

test('a sentence with a code that the page does not know stays as the server said it', () => {
  speakGerman();
  assert.equal(refusalText({ text: 'the moon is full', code: 'moon' }), 'The moon is full.');
  assert.equal(refusalText({ text: 'the moon is full' }), 'The moon is full.');
});

test('parameters come as a form; pieces and dates are written as the reader knows them', () => {
  speakGerman();
  const parameters = readParameters('piece=bishop&square=b4');
  assert.deepEqual(parameters, { piece: 'bishop', square: 'b4' });
  assert.equal(refusalText({ text: '', code: 'path-blocked', parameters }), 'Der Weg ist versperrt: Läufer auf b4.');
  const banned = refusalText({ text: '', code: 'banned-until-reason', parameters: { date: '2026-11-16 00:05', reason: 'Betrug' } });
  assert.match(banned, /^Dieses Konto ist bis .*2026.* gesperrt: Betrug\.$/);
  assert.ok(!banned.includes('2026-11-16 00:05'), banned);
});

const faultOf = (call: () => unknown): string => {
  try {
    call();
  } catch (error) {
    return faultText((error as Error).message);
  }
  return '';
};

test('what the library says about a move or a FEN is said in the language of the page', () => {
  speakGerman();
  const start = rules().start('standard');
  assert.equal(faultOf(() => start.parseSan('Qd3')), 'Der Weg ist versperrt: Bauer auf d2.');
  assert.equal(faultOf(() => start.parseSan('??')), 'Das ist kein Zug. Versuch es mit Sf3, O-O oder e8=D.');
  assert.equal(faultOf(() => rules().position('8/8 w - -', 'standard')), 'es sind weniger als acht Reihen');
});

test('each fault of a position is a sentence', () => {
  const { error } = checkFen('8/8/8/8/8/8/8/8 w - - 0 1', 'standard');
  assert.equal(error, 'Weiß hat keinen König. Schwarz hat keinen König. Das Brett ist leer.');
  speakEnglish();
  assert.match(checkFen('8/8/8/8/8/8/8/8 w - - 0 1', 'standard').error ?? '', /Black has no king\. The board is empty\.$/);
});
