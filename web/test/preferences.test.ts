// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { accountPreferences, preferenceTexts, preferenceWords, readPreference, type PreferenceName } from '../src/state/preferences';

test('a preference that is not set has its default', () => {
  assert.equal(readPreference({}, 'premove'), true);
  assert.equal(readPreference({}, 'autoQueen'), 'premove');
  assert.equal(readPreference({}, 'volume'), 70);
});

test('a preference is read from a word, from a number of the API, and from true or 1', () => {
  assert.equal(readPreference({ autoQueen: 'always' }, 'autoQueen'), 'always');
  assert.equal(readPreference({ autoQueen: '3' }, 'autoQueen'), 'always');
  assert.equal(readPreference({ submitMove: '4' }, 'submitMove'), 'correspondence');
  assert.equal(readPreference({ premove: 'false' }, 'premove'), false);
  assert.equal(readPreference({ premove: '1' }, 'premove'), true);
  assert.equal(readPreference({ volume: '35' }, 'volume'), 35);
});

test('what is not allowed counts as not set, and numbers are kept in their range', () => {
  assert.equal(readPreference({ autoQueen: 'sometimes' }, 'autoQueen'), 'premove');
  assert.equal(readPreference({ autoQueen: '' }, 'autoQueen'), 'premove');
  assert.equal(readPreference({ premove: 'perhaps' }, 'premove'), true);
  assert.equal(readPreference({ volume: '900' }, 'volume'), 100);
  assert.equal(readPreference({ volume: '' }, 'volume'), 70);
});

test('the answer of the server becomes texts; unknown names are left out', () => {
  assert.deepEqual(preferenceTexts({ premove: false, autoQueen: 1, theme: 'elm', takeback: 1, zen: null }), { premove: 'false', autoQueen: '1', theme: 'elm' });
  assert.deepEqual(preferenceTexts('x'), {});
});

/** The rows of the server's table: name, kind, values, default. Tests run at the root of the repository. */
function serverRows(): [name: string, kind: string, values: string, fallback: string][] {
  const table = readFileSync(resolve('src/social/preferences.def'), 'utf8');
  return [...table.matchAll(/ROW\(\w+,\s*"(\w+)",\s*(\w+),\s*"([^"]*)",\s*"([^"]*)"\)/g)].map(match => [match[1]!, match[2]!, match[3]!, match[4]!]);
}

test('names, words, numbers and defaults are those of the server', () => {
  const rows = serverRows();
  assert.ok(rows.length > 15);
  for (const [name, kind, values, fallback] of rows) {
    if (name === 'takeback') continue; // has one value: nothing to choose
    assert.ok(name in accountPreferences, name);
    const known = name as PreferenceName;
    assert.equal(String(readPreference({}, known)), fallback, name);
    if (kind === 'FLAG') continue;
    const choices = values.split(' ').map(choice => choice.split(':'));
    assert.deepEqual([...preferenceWords(known)].sort(), choices.map(choice => choice.at(-1)!).sort(), name);
    for (const choice of choices) assert.equal(readPreference({ [name]: choice[0]! }, known), choice.at(-1), `${name} ${choice}`);
  }
});
