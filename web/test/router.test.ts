// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchPage, type Page } from '../src/app/page';
import { readMessage, reconnectWait } from '../src/wire/connection';

const page = (path: string): Page => ({ path, load: () => Promise.reject(new Error('not loaded')), texts: [] });
const pages = ['/', '/analysis/*fen', '/@/:name', '/@/:name/games', '/:id', '/:id/:side'].map(page);
const find = (path: string) => {
  const match = matchPage(pages, path);
  return match && [match.page.path, match.params];
};

test('the page of an address is found with its parameters', () => {
  assert.deepEqual(find('/'), ['/', {}]);
  assert.deepEqual(find('/@/Anna'), ['/@/:name', { name: 'Anna' }]);
  assert.deepEqual(find('/Ab3dE6gH/black'), ['/:id/:side', { id: 'Ab3dE6gH', side: 'black' }]);
  assert.deepEqual(find('/analysis'), ['/analysis/*fen', { fen: '' }]);
  assert.deepEqual(find('/analysis/8/8/8%20w'), ['/analysis/*fen', { fen: '8/8/8 w' }]);
  assert.equal(find('/a/b/c/d'), null);
});

test('an address that cannot be decoded is left as it is', () => assert.deepEqual(find('/%E0'), ['/:id', { id: '%E0' }]));

test('the waits before a new connection grow to a limit', () => {
  assert.equal(reconnectWait(0, 0.5), 250);
  assert.equal(reconnectWait(2, 0.5), 1000);
  assert.equal(reconnectWait(20, 0.5), 15_000);
  assert.equal(reconnectWait(20, 0), 7_500);
});

test('a frame that is no message is left out', () => {
  for (const data of ['', 'x', 'null', '5', '[]', '{}', '"x"', '{"t":5}', '{"t":"hello"']) assert.equal(readMessage(data), null);
  assert.deepEqual(readMessage('{"t":"pong"}'), { t: 'pong' });
});
