// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computerAddress, readTerms, termsOfAddress } from '../src/app/computerTerms';
import { defaultTerms, type ComputerTerms } from '../src/ui/ComputerForm';

const urlOf = (address: string): URL => new URL(address, 'http://club.example');

test('an address that starts a game keeps its terms', () => {
  const terms: ComputerTerms = { level: 7, variant: 'crazyhouse', color: 'black', clock: '5+3' };
  assert.deepEqual(termsOfAddress(urlOf(computerAddress(terms))), terms);
  assert.equal(termsOfAddress(urlOf('/computer')), null);
});

test('terms that make no sense are the default ones', () => {
  assert.deepEqual(termsOfAddress(urlOf('/computer?level=99&clock=soon&variant=x&color=red')), defaultTerms);
  assert.deepEqual(readTerms({ level: '3', variant: 5, color: null, clock: {} }), defaultTerms);
  assert.deepEqual(readTerms(null), defaultTerms);
});
