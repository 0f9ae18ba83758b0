// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addTexts, chooseLanguage, formatAge, languageToFollow, t } from '../src/i18n';

test('the language is the chosen one, else the browser\'s, else English', () => {
  assert.equal(chooseLanguage('es', ['de']), 'es');
  assert.equal(chooseLanguage(null, ['fr-FR', 'de-AT', 'en']), 'de');
  assert.equal(chooseLanguage('xx', ['fr']), 'en');
});

test('the language that an account has chosen is followed, its default is not', () => {
  assert.equal(languageToFollow('de', 'en'), 'de');
  assert.equal(languageToFollow('en', 'de'), 'en');
  assert.equal(languageToFollow('en-GB', 'de'), null);
  assert.equal(languageToFollow('de', 'de'), null);
  assert.equal(languageToFollow(undefined, 'de'), null);
});

test('parameters and plurals are put in', () => {
  addTexts({ 'common.days': { one: '{n} day', other: '{n} days' }, 'common.runsOn': 'Runs on {server}' });
  assert.equal(t('common.days', { n: 1 }), '1 day');
  assert.equal(t('common.days', { n: 3 }), '3 days');
  assert.equal(t('common.runsOn', { server: 'Rookery' }), 'Runs on Rookery');
});

test('an age is short, and never negative', () => {
  const now = Date.UTC(2026, 5, 30, 12);
  assert.match(formatAge(now - 12 * 60_000, now), /^12 min/);
  assert.match(formatAge(now - 26 * 3_600_000, now), /^1 day$/);
  assert.match(formatAge(now + 5_000, now), /^0 min/);
});
