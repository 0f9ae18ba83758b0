// SPDX-License-Identifier: MIT
/* Counts checks, for the tests in this folder. */
import { isDeepStrictEqual, inspect } from 'node:util';

let passed = 0;
let failed = 0;

export function check(name, actual, expected) {
  if (isDeepStrictEqual(actual, expected)) {
    passed++;
    return;
  }
  failed++;
  console.log(`FAILED ${name}\n  expected ${inspect(expected)}\n  but got  ${inspect(actual)}`);
}

/** Runs a test case. An exception fails the case, and the next one runs. */
export function test(name, run) {
  try {
    run();
  } catch (error) {
    check(name, `threw ${error.stack}`, 'no error');
  }
}

export function finish() {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}
