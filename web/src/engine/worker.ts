// SPDX-License-Identifier: MIT
/* The engine's worker: searches one position after the other. While it searches it reads no messages, so
 * the page stops it through shared memory or by ending the worker; see engine.ts. */
import { createEngine, type Engine } from '../../../wasm/engine';
import type { FromWorker, Search, Start, ToWorker } from './protocol';

interface Scope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
}

const scope = globalThis as unknown as Scope;

let engine: Promise<Engine> | null = null;
let wanted: Int32Array | null = null;

function start(message: Start): void {
  engine = createEngine(message.module, { hash: message.hash });
  engine.catch(() => {}); // every search reports it
  wanted = message.wanted && new Int32Array(message.wanted);
}

const isOutdated = (id: number): boolean => wanted !== null && Atomics.load(wanted, 0) !== id;

function run(loaded: Engine, { id, game, limits }: Search): void {
  if (isOutdated(id)) return;
  loaded.position(game);
  const best = loaded.search(limits, line => scope.postMessage({ kind: 'line', id, line }), () => isOutdated(id));
  scope.postMessage({ kind: 'done', id, best });
}

async function search(message: Search): Promise<void> {
  try {
    run(await engine!, message);
  } catch (error) {
    scope.postMessage({ kind: 'failed', id: message.id, text: error instanceof Error ? error.message : String(error) });
  }
}

scope.onmessage = ({ data }) => {
  if (data.kind === 'start') start(data);
  else void search(data);
};
