// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf } from '../src/pages/account/agent';
import { addToConversations, groupByDay, mergeMessages, partnerOf, splitLinks, type Conversation, type Message } from '../src/pages/inbox/conversation';
import { hrefOf, type Notice } from '../src/pages/inbox/notice';
import { sortPeople } from '../src/pages/players/people';
import { rankNames } from '../src/pages/players/search';

const talk = (name: string, unread = 0): Conversation => ({ id: name.toLowerCase(), name, unread, last: { from: name.toLowerCase(), text: 'old', date: 1 } });

test('a message brings its conversation to the front and counts as unread', () => {
  const list = [talk('Anna'), talk('Ben', 2)];
  const after = addToConversations(list, { id: 9, from: 'Ben', to: 'Me', text: 'new', date: 5 }, 'Me', '');
  assert.deepEqual(after.map(one => [one.name, one.unread, one.last.text]), [['Ben', 3, 'new'], ['Anna', 0, 'old']]);
});

test('a message in the open conversation, or by us, is read', () => {
  const message = { id: 9, from: 'Ben', to: 'Me', text: 'new', date: 5 };
  assert.equal(addToConversations([talk('Ben', 2)], message, 'Me', 'ben')[0]!.unread, 0);
  const own = addToConversations([], { ...message, from: 'me', to: 'Cleo' }, 'Me', '');
  assert.deepEqual([own[0]!.name, own[0]!.unread, own[0]!.last.from], ['Cleo', 0, 'me']);
  assert.equal(partnerOf({ ...message, from: 'ME', to: 'Cleo' }, 'Me'), 'Cleo');
});

const message = (id: number, date = id): Message => ({ id, from: 'ben', text: String(id), date });

test('messages are merged in order, each once, and grouped by day', () => {
  assert.deepEqual(mergeMessages([message(3), message(5)], [message(1), message(3)]).map(one => one.id), [1, 3, 5]);
  const noon = new Date(2026, 5, 1, 12).getTime();
  const groups = groupByDay([message(1, noon), message(2, noon + 60_000), message(3, noon + 86_400_000)]);
  assert.deepEqual(groups.map(group => group.messages.map(one => one.id)), [[1, 2], [3]]);
});

test('web addresses in a text become links; nothing else does', () => {
  assert.deepEqual(splitLinks('See https://example.org/a?b=1. Bye'), [
    { text: 'See ', href: null },
    { text: 'https://example.org/a?b=1', href: 'https://example.org/a?b=1' },
    { text: '. Bye', href: null },
  ]);
  assert.deepEqual(splitLinks('javascript:alert(1) <b>'), [{ text: 'javascript:alert(1) <b>', href: null }]);
  assert.deepEqual(splitLinks(''), []);
  for (const text of ['a https://x.org, (http://y.org/z) end', 'https://x.org']) assert.equal(splitLinks(text).map(part => part.text).join(''), text);
});

test('a notification leads to what it is about', () => {
  const notice = (type: string, more: Partial<Notice> = {}): Notice => ({ id: 1, type, text: '', date: 0, read: false, ...more });
  assert.equal(hrefOf(notice('message', { from: 'Ben' })), '/messages/Ben');
  assert.equal(hrefOf(notice('follow', { from: 'Ben' })), '/@/Ben');
  assert.equal(hrefOf(notice('game-end', { from: 'Ben', game: 'Ab3dE6gH' })), '/Ab3dE6gH');
  assert.equal(hrefOf(notice('challenge', { from: 'Ben', game: 'Ab3dE6gH' })), '/i/Ab3dE6gH');
  assert.equal(hrefOf(notice('announcement')), null);
});

test('names that begin with the text come first', () => {
  assert.deepEqual(rankNames('an', ['Hans', 'Anna', 'ANNA', 'Andrea', 'Ben']), ['Andrea', 'ANNA', 'Hans']);
  assert.deepEqual(rankNames('', ['Anna']), []);
});

test('who is free stands before who plays and who is away, then by rating', () => {
  const people = [
    { name: 'A', state: 'away', rating: 2000 },
    { name: 'B', state: 'free', rating: 1500 },
    { name: 'C', state: 'playing', rating: 1800 },
    { name: 'D', state: 'free', rating: 1700 },
    { name: 'E', state: 'free' },
  ];
  assert.deepEqual(sortPeople(people).map(person => person.name), ['D', 'B', 'E', 'C', 'A']);
});

test('a device is recognised by its browser and system', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
  const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0';
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
  assert.deepEqual(deviceOf(firefox), { browser: 'Firefox', system: 'Linux', phone: false });
  assert.deepEqual(deviceOf(edge), { browser: 'Edge', system: 'Windows', phone: false });
  assert.deepEqual(deviceOf(iphone), { browser: 'Safari', system: 'iPhone', phone: true });
  assert.deepEqual(deviceOf('lichess-bot/2024 aiohttp'), { browser: 'lichess-bot', system: '', phone: false });
  assert.deepEqual(deviceOf(''), { browser: '', system: '', phone: false });
});
