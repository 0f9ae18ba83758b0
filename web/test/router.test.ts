// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchPage, type Page } from '../src/app/page';
import { withDialog } from '../src/app/router';
import { readMessage, reconnectWait, silenceLimits } from '../src/wire/connection';

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

test('a message whose fields are missing or of another kind is left out', () => {
  const unread = { t: 'unread', notifications: 1, messages: 0 };
  const { warn } = console;
  console.warn = () => {};
  for (const wrong of [{ t: 'unread' }, { ...unread, messages: null }, { ...unread, messages: '1' }, { ...unread, messages: 1e300 }, { ...unread, messages: 0.5 }])
    assert.equal(readMessage(JSON.stringify(wrong)), null);
  assert.equal(readMessage('{"t":"announcement","id":1,"text":7}'), null);
  console.warn = warn;
  assert.deepEqual(readMessage(JSON.stringify(unread)), unread);
  assert.deepEqual(readMessage('{"t":"announcement","id":1}'), { t: 'announcement', id: 1 });
  assert.deepEqual(readMessage('{"t":"of-a-newer-server"}'), { t: 'of-a-newer-server' });
});

test('a frame that is no message is left out', () => {
  for (const data of ['', 'x', 'null', '5', '[]', '{}', '"x"', '{"t":5}', '{"t":"hello"']) assert.equal(readMessage(data), null);
  assert.deepEqual(readMessage('{"t":"pong","now":5}'), { t: 'pong', now: 5 });
});

test('a dialog comes and goes in the address, and leaves the parameters of the page', () => {
  assert.equal(withDialog('', 'login'), '?login');
  assert.equal(withDialog('?login', 'register'), '?register');
  assert.equal(withDialog('?result=loss&vs=a%20b', 'challenge=anna'), '?result=loss&vs=a%20b&challenge=anna');
  assert.equal(withDialog('?result=loss&challenge=anna', ''), '?result=loss');
  assert.equal(withDialog('?invite&fen=8/8', ''), '');
  assert.equal(withDialog('?login', ''), '');
});

test('a silent connection is noticed sooner during a game with a clock', () => {
  assert.ok(silenceLimits(true).deadAfter < 10_000);
  for (const urgent of [true, false]) assert.ok(silenceLimits(urgent).pingAfter * 2 <= silenceLimits(urgent).deadAfter);
});
