// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLocal } from '../src/pages/setup/form';

test('an address of this machine alone is recognised', () => {
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]']) assert.ok(isLocal(host), host);
  for (const host of ['chess.example', '192.168.1.20', '127.0.0.1.example', 'localhost.example']) assert.ok(!isLocal(host), host);
});
