// SPDX-License-Identifier: MIT
/* One server and one browser for a file of tests, and people who leave after each test. */
import { after, afterEach, before } from 'node:test';
import { launchBrowser, Person } from './browser.mjs';
import { Server } from './server.mjs';

/** Prepares a file of tests. `arrive()` opens a window; it is closed, and its errors are checked, after the test. */
export function useServer(...options) {
  const fixture = {};
  let people = [];
  before(async () => {
    [fixture.server, fixture.browser] = await Promise.all([Server.start(...options), launchBrowser()]);
  });
  afterEach(async () => {
    const leaving = people;
    people = [];
    await Promise.all(leaving.map(person => person.leave()));
  });
  after(async () => {
    await fixture.browser?.close();
    await fixture.server?.stop();
  });
  fixture.arrive = async size => {
    const person = await Person.arrive(fixture.browser, fixture.server, size);
    people.push(person);
    return person;
  };
  return fixture;
}
