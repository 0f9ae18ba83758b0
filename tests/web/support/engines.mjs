// SPDX-License-Identifier: MIT
/* The engine in WebAssembly against that of the program: the same search, in turn. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const DEPTH = 14;
const HASH = 16;
const FENS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
];

/** Nodes and seconds of the searches by the program. */
async function searchNatively() {
  const engine = spawn(join(process.env.BUILD ?? 'build', 'rookery'), ['uci'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
  const send = text => engine.stdin.write(`${text}\n`);
  const total = { nodes: 0, seconds: 0 };
  send(`setoption name Hash value ${HASH}`);
  for (const fen of FENS) {
    send(`ucinewgame\nposition fen ${fen}\nisready`);
    while ((await lines.next()).value !== 'readyok');
    const start = performance.now();
    let nodes = 0;
    send(`go depth ${DEPTH}`);
    for (let line; !(line = (await lines.next()).value).startsWith('bestmove'); ) nodes = Number(/ nodes (\d+)/.exec(line)?.[1] ?? nodes);
    total.nodes += nodes;
    total.seconds += (performance.now() - start) / 1000;
  }
  send('quit');
  return total;
}

async function loadModule() {
  let nodes = 0;
  const js = { now: () => performance.now(), report: (...numbers) => (nodes = numbers[6]) };
  const { instance } = await WebAssembly.instantiate(readFileSync(new URL('../../../build/engine.wasm', import.meta.url)), { js });
  const wasm = instance.exports;
  wasm.init();
  wasm.engine_create(HASH);
  return { wasm, nodesOf: () => nodes };
}

function searchModule({ wasm, nodesOf }) {
  const total = { nodes: 0, seconds: 0 };
  for (const fen of FENS) {
    const [name, position] = ['standard', fen].map(text => Buffer.from(text));
    new Uint8Array(wasm.memory.buffer).set(Buffer.concat([name, position]), wasm.text_at());
    wasm.engine_forget();
    wasm.position_set(name.length, position.length);
    const start = performance.now();
    wasm.search(DEPTH, 0, 0, 1, 0, 0);
    total.nodes += nodesOf();
    total.seconds += (performance.now() - start) / 1000;
  }
  return total;
}

const rate = ({ nodes, seconds }) => nodes / seconds;

/** The ratio of the best of some rounds, as text. */
export async function compareEngines(rounds) {
  const module = await loadModule();
  let [native, wasm] = [0, 0];
  for (let i = 0; i < rounds; i++) {
    native = Math.max(native, rate(await searchNatively()));
    wasm = Math.max(wasm, rate(searchModule(module)));
  }
  return `${(wasm / native).toFixed(2)} (${(wasm / 1e6).toFixed(2)} and ${(native / 1e6).toFixed(2)} million)`;
}
