// SPDX-License-Identifier: MIT
/* The three languages say the same: the same keys, the same parameters, and every plural. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Catalogue, Text } from '../src/i18n/catalogue';

const FOLDER = 'web/src/i18n';
const names = readdirSync(join(FOLDER, 'en')).map(name => name.replace(/\.ts$/, ''));

async function load(language: string, name: string): Promise<Catalogue> {
  if (language === 'de') return ((await import(`../src/i18n/de/${name}.ts`)) as { default: Catalogue }).default;
  if (language === 'es') return ((await import(`../src/i18n/es/${name}.ts`)) as { default: Catalogue }).default;
  return ((await import(`../src/i18n/en/${name}.ts`)) as { default: Catalogue }).default;
}

const formsOf = (text: Text): string[] => (typeof text === 'string' ? [text] : [text.one, text.other]);

const parametersOf = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(match => match[1]!))].sort();

/** What a code says in full may be said in short: a translation of these may leave parameters out. */
const mayLeaveOut = (name: string): boolean => name === 'refusals' || name === 'faults';

for (const language of ['de', 'es'])
  test(`${language} has the keys and the parameters of English`, async () => {
    for (const name of names) {
      const [english, translated] = await Promise.all([load('en', name), load(language, name)]);
      assert.deepEqual(Object.keys(translated).sort(), Object.keys(english).sort(), name);
      for (const [key, text] of Object.entries(english)) {
        const wanted = parametersOf(formsOf(text).at(-1)!);
        const there = parametersOf(formsOf(translated[key]!).at(-1)!);
        if (mayLeaveOut(name)) assert.deepEqual(there.filter(parameter => !wanted.includes(parameter)), [], key);
        else assert.deepEqual(there, wanted, key);
      }
    }
  });

test('no text is empty, has blanks at its ends or two in a row', async () => {
  for (const language of ['en', 'de', 'es'])
    for (const name of names)
      for (const [key, text] of Object.entries(await load(language, name)))
        for (const form of formsOf(text)) assert.ok(form && form === form.trim() && !form.includes('  '), `${language} ${key}: "${form}"`);
});

test('a text that counts has a form for one', async () => {
  for (const name of names)
    for (const [key, text] of Object.entries(await load('en', name)))
      if (typeof text !== 'string') for (const language of ['de', 'es']) assert.ok(typeof (await load(language, name))[key] === 'object', `${language} ${key}`);
});

test('every key of a page is used', () => {
  const sources = readdirSync('web/src', { recursive: true })
    .map(String)
    .filter(path => /\.tsx?$/.test(path) && !path.startsWith('i18n/'))
    .map(path => readFileSync(join('web/src', path), 'utf8'))
    .concat(readFileSync('web/src/i18n/names.ts', 'utf8'))
    .join('\n');
  // Keys that are put together, `end.${word}` or `${prefix}.title`, count by what they begin with.
  const beginnings = [...sources.matchAll(/[`'"]([a-zA-Z]+\.[a-zA-Z.]*)\$\{/g)].map(match => match[1]!);
  const unused: string[] = [];
  for (const name of names.filter(one => !mayLeaveOut(one)))
    for (const [, key] of readFileSync(join(FOLDER, 'en', `${name}.ts`), 'utf8').matchAll(/^ {2}'([^']+)':/gm))
      if (!sources.includes(key!) && !beginnings.some(beginning => key!.startsWith(beginning))) unused.push(key!);
  assert.deepEqual(unused, []);
});

/** The column of a table of the server: its n-th text in each row. */
const column = (path: string, n: number): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^ROW\((.*)\)/gm)].map(row => [...row[1]!.matchAll(/"([^"]*)"/g)][n]![1]!);

test('what the server names by a word has words in the catalogue', async () => {
  const all = Object.assign({}, ...(await Promise.all(names.map(name => load('en', name))))) as Catalogue;
  const tables: [string, string][] = [
    ['src/moderation/settings.def', 'admin.setting'],
    ['src/moderation/staff_actions.def', 'admin.log'],
    ['src/moderation/report_reasons.def', 'admin.reason'],
    ['src/accounts/scopes.def', 'account.scope'],
    ['src/wire/decline_reasons.def', 'refused.decline'],
    ['src/rounds/phrases.def', 'chat.phrase'],
  ];
  for (const [path, prefix] of tables)
    for (const word of column(path, 0)) assert.ok(all[`${prefix}.${word}`] ?? all[`${prefix}-${word}`], `${prefix}.${word}`);
  for (const perf of column('src/ratings/perfs.def', 0)) assert.ok(all[`speed.${perf}`] ?? all[`variant.${perf}`], perf);
});
