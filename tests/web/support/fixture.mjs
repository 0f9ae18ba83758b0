// SPDX-License-Identifier: MIT
/* One server and one browser for a file of tests, and people who leave after each test. */
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { launchBrowser, Person, sizes } from './browser.mjs';
import { Server } from './server.mjs';

/** Prepares a file of tests. `arrive()` opens a window, or one that another test has left; its errors are checked after
 * the test. */
export function useServer(...options) {
  const fixture = {};
  const free = [];
  let people = [];
  const leave = async person => {
    const { faults } = person;
    if (await person.renew().catch(() => false)) free.push(person);
    else await person.context.close();
    assert.deepEqual(faults, []);
  };
  before(async () => {
    [fixture.server, fixture.browser] = await Promise.all([Server.start(...options), launchBrowser()]);
  });
  afterEach(async () => {
    const leaving = people;
    people = [];
    await Promise.all(leaving.map(leave));
  });
  after(async () => {
    await fixture.browser?.close();
    await fixture.server?.stop();
  });
  fixture.arrive = async (size = sizes.desk) => {
    const known = free.findIndex(({ options }) => options === size);
    const person = known < 0 ? await Person.arrive(fixture.browser, fixture.server, size) : free.splice(known, 1)[0];
    people.push(person);
    return person;
  };
  return fixture;
}
