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

/** Loads the module into a page. */
async function openModule(browser) {
  const page = await browser.newPage();
  const module = readFileSync(new URL('../../../build/engine.wasm', import.meta.url)).toString('base64');
  await page.evaluate(async ([text, hash]) => {
    const js = { now: () => performance.now(), report: (...numbers) => (window.nodes = numbers[6]) };
    const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    const { instance } = await WebAssembly.instantiate(bytes, { js });
    window.engine = instance.exports;
    window.engine.init();
    window.engine.engine_create(hash);
  }, [module, HASH]);
  return page;
}

/** Nodes and seconds of the same searches in the browser. */
function searchInBrowser(page) {
  return page.evaluate(([fens, depth]) => {
    const { engine } = window;
    const total = { nodes: 0, seconds: 0 };
    for (const fen of fens) {
      const [name, position] = ['standard', fen].map(text => new TextEncoder().encode(text));
      new Uint8Array(engine.memory.buffer).set([...name, ...position], engine.text_at());
      engine.engine_forget();
      engine.position_set(name.length, position.length);
      const start = performance.now();
      engine.search(depth, 0, 0, 1, 0, 0);
      total.nodes += window.nodes;
      total.seconds += (performance.now() - start) / 1000;
    }
    return total;
  }, [FENS, DEPTH]);
}

const rate = ({ nodes, seconds }) => nodes / seconds;

/** The ratio of the best of some rounds, as text. */
export async function compareEngines(browser, rounds) {
  const page = await openModule(browser);
  let [native, wasm] = [0, 0];
  for (let i = 0; i < rounds; i++) {
    native = Math.max(native, rate(await searchNatively()));
    wasm = Math.max(wasm, rate(await searchInBrowser(page)));
  }
  await page.close();
  return `${(wasm / native).toFixed(2)} (${(wasm / 1e6).toFixed(2)} and ${(native / 1e6).toFixed(2)} million)`;
}
