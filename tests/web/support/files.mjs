// SPDX-License-Identifier: MIT
/* Runs the unit tests, and all files of browser tests, two at a time; or only the FILEs: files.mjs [FILE...]
 * A file of browser tests in which something failed is run once more, alone, when the others are done: they share the
 * machine, and a test that fails only now and then is to be mended, not to stop everybody. What fails twice has failed;
 * what passes the second time is called flaky. Ends with `N passed, N failed` or `N passed, N failed, N skipped`. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const AT_ONCE = 2;
const RESULT = /^(not ok|ok) \d+ - (.*?)(?: # SKIP (.*))?$/;
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs a program of Node to its end. */
async function execute(args, cwd) {
  const start = Date.now();
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text));
  const status = await new Promise(resolve => child.once('close', (code, signal) => resolve(code ?? signal)));
  return { output, status, seconds: (Date.now() - start) / 1000 };
}

/** The tests of a file by name: 'passed', 'failed' or 'skipped'. A file that ends before its tests do has failed too. */
function readTap(output, status) {
  const results = new Map();
  for (const line of output.split('\n')) {
    const [, result, name, reason] = RESULT.exec(line) ?? [];
    if (reason) console.log(`skipped: ${name}: ${reason}`);
    if (result) results.set(name, reason ? 'skipped' : result === 'ok' ? 'passed' : 'failed');
  }
  if (status !== 0 && !hasFailed(results)) results.set(`the tests end (status ${status})`, 'failed');
  return results;
}

const hasFailed = results => [...results.values()].includes('failed');

function countsOf(results) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const result of results.values()) counts[result]++;
  return counts;
}

const summaryOf = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;

/** What is worth reading of a run with failures: everything but the tests that passed. */
const failuresOf = output => output.replace(/^# Subtest: (.*)\nok \d+ - \1.*\n {2}---\n(?: {2}.*\n)*? {2}\.\.\.\n/gm, '');

/** Prints the line of something that has ended, and why it failed. */
function report(name, counts, seconds, failures) {
  console.log(`${counts.failed ? 'FAIL' : 'ok  '} ${name}: ${summaryOf(counts)} (${seconds.toFixed(1)} s)`);
  if (counts.failed) console.log(failures);
}

async function run(file) {
  const { output, status, seconds } = await execute(['--test-reporter=tap', file], root);
  const results = readTap(output, status);
  report(basename(file), countsOf(results), seconds, failuresOf(output));
  return results;
}

/** The unit tests: they depend on nothing, so that one that fails has failed. */
async function runUnitTests() {
  const { output, seconds } = await execute(['test/run.mjs'], join(root, 'web'));
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [output, 0, 1];
  const counts = { passed: Number(passed), failed: Number(failed), skipped: 0 };
  report('unit tests', counts, seconds, output);
  return counts;
}

/** How long a file takes, more or less: to open every page takes longer than any game. */
function weigh(file) {
  const text = readFileSync(join(root, file), 'utf8');
  return text.length + (text.includes('pageList') ? 100_000 : 0);
}

/** Runs files, some at once, the longest first, so that none is left alone at the end. */
async function runAll(files) {
  const waiting = [...files].sort((a, b) => weigh(b) - weigh(a));
  const results = new Map();
  const work = async () => {
    for (let file; (file = waiting.shift()); ) results.set(file, await run(file));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

/** Runs a file again; returns what failed both times as failed. */
async function runAgain(file, first) {
  console.log(`once more: ${basename(file)}`);
  const second = await run(file);
  const merged = new Map(first);
  for (const name of new Set([...first.keys(), ...second.keys()])) {
    const [one, other] = [first.get(name), second.get(name) ?? (hasFailed(second) ? 'failed' : 'passed')];
    if (one === 'failed' && other === 'passed') merged.set(name, 'passed');
    if (one === 'failed' && other === 'passed') console.log(`flaky: ${basename(file)}: ${name} (passed on the second run)`);
    if (one === 'passed' && other === 'failed') console.log(`flaky: ${basename(file)}: ${name} (failed on the second run)`);
  }
  return merged;
}

const named = process.argv.slice(2);
const all = readdirSync(join(root, 'tests/web')).filter(name => name.endsWith('.test.mjs'));
const [total, results] = await Promise.all([
  named.length ? { passed: 0, failed: 0, skipped: 0 } : runUnitTests(),
  runAll(named.length ? named : all.map(name => join('tests/web', name))),
]);
for (const [file, first] of results) {
  const counts = countsOf(hasFailed(first) ? await runAgain(file, first) : first);
  for (const name of Object.keys(total)) total[name] += counts[name];
}
console.log(summaryOf(total));
process.exitCode = total.failed ? 1 : 0;
