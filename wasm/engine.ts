// SPDX-License-Identifier: MIT
/* The chess engine, for a browser's worker or Node: the same C code as the server's, as
 * WebAssembly (see engine.c).
 *
 *     const engine = await loadEngine(fetch('engine.wasm'), { hash: 16 });
 *     engine.position({ variant: 'standard', fen: '', moves: ['e2e4'] });
 *     const best = engine.search({ depth: 12 }, line => console.log(line.score, line.moves));
 *
 * search() returns when the search ends. Call it in a worker, and give it a function that says
 * whether to stop: nothing else runs meanwhile. */

export interface Game {
  variant: string;
  /** The start position; empty for that of the variant. */
  fen: string;
  /** The moves since then, as UCI. */
  moves: readonly string[];
}

/** What ends a search; without any, only `isStopped`. */
export interface Limits {
  depth?: number;
  nodes?: number;
  /** Milliseconds. */
  time?: number;
  /** The number of best lines to find (MultiPV), 1 or more. */
  lines?: number;
  /** Playing strength, 1 to 8; full strength if it is missing. */
  level?: number;
  /** Of the errors of a level: the same seed gives the same player. */
  seed?: number;
}

/** Centipawns, or moves to mate: for the side to move, negative if it loses. */
export interface Score {
  cp?: number;
  mate?: number;
}

export interface Line {
  depth: number;
  selectiveDepth: number;
  /** 1 is the best line. */
  number: number;
  score: Score;
  bound: 'exact' | 'lower' | 'upper';
  nodes: number;
  /** Milliseconds since the search began. */
  time: number;
  /** Permille of the hash table in use. */
  hashfull: number;
  /** Permille of games won and drawn from here. */
  win: number;
  draw: number;
  /** The line, as UCI. */
  moves: string[];
}

/** An invalid position or move, or not enough memory. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}

/** The functions of engine.c. */
interface Exports {
  memory: WebAssembly.Memory;
  init(): void;
  text_at(): number;
  text_size(): number;
  fault_text(): number;
  engine_create(hashMib: number): number;
  engine_forget(): void;
  engine_stop(): void;
  position_set(nameSize: number, fenSize: number): number;
  position_play(size: number): number;
  search(depth: number, nodes: number, time: number, lines: number, level: number, seed: number): number;
}

const bounds = ['exact', 'lower', 'upper'] as const;

/** What the module calls during a search. */
interface Callbacks {
  now(): number;
  report(...numbers: number[]): void;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Engine {
  private onLine: (line: Line) => void = () => {};
  private isStopped: () => boolean = () => false;

  /** Use loadEngine(). */
  constructor(
    private readonly exports: Exports,
    callbacks: Callbacks,
    hash: number,
  ) {
    callbacks.now = () => this.now();
    callbacks.report = (...numbers) => this.report(numbers);
    if (exports.engine_create(hash)) throw this.fault();
  }

  /** Sets what to search. Throws an EngineError if it is invalid. */
  position({ variant, fen, moves }: Game): void {
    const nameSize = this.write(variant);
    const fenSize = this.write(fen, nameSize);
    if (this.exports.position_set(nameSize, fenSize)) throw this.fault();
    for (const move of moves) if (this.exports.position_play(this.write(move))) throw this.fault();
  }

  /** Returns the best move as UCI; null if the game is over. Calls `isStopped` every few hundred
   * positions. */
  search(limits: Limits, onLine: (line: Line) => void, isStopped = () => false): string | null {
    this.onLine = onLine;
    this.isStopped = isStopped;
    const { depth = 0, nodes = 0, time = 0, lines = 1, level = 0, seed = 0 } = limits;
    const size = this.exports.search(depth, nodes, time, lines, level, seed);
    return size ? this.read(this.exports.text_at(), size) : null;
  }

  /** Forgets what earlier searches have learnt. */
  forget(): void {
    this.exports.engine_forget();
  }

  private now(): number {
    if (this.isStopped()) this.exports.engine_stop();
    return performance.now();
  }

  private report(numbers: number[]): void {
    const [depth, selectiveDepth, number, cp, mate, bound, nodes, time, hashfull, win, draw, size] =
      numbers as [number, number, number, number, number, number, number, number, number, number, number, number];
    const moves = this.read(this.exports.text_at(), size).split(' ');
    const score = mate ? { mate } : { cp };
    this.onLine({
      depth, selectiveDepth, number, score, bound: bounds[bound]!, nodes, time, hashfull, win, draw, moves,
    });
  }

  /** Copies a text to the buffer; returns its size. */
  private write(text: string, offset = 0): number {
    const bytes = encoder.encode(text);
    if (offset + bytes.length > this.exports.text_size()) throw new EngineError('the text is too long');
    new Uint8Array(this.exports.memory.buffer).set(bytes, this.exports.text_at() + offset);
    return bytes.length;
  }

  private read(at: number, size: number): string {
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, at, size));
  }

  private fault(): EngineError {
    const at = this.exports.fault_text();
    const bytes = new Uint8Array(this.exports.memory.buffer);
    return new EngineError(this.read(at, bytes.indexOf(0, at) - at));
  }
}

/** Creates an engine with a hash table of `hash` MiB from a compiled engine.wasm. */
export async function createEngine(module: WebAssembly.Module, { hash = 16 } = {}): Promise<Engine> {
  const callbacks: Callbacks = { now: () => 0, report: () => {} };
  const js = { now: () => callbacks.now(), report: (...numbers: number[]) => callbacks.report(...numbers) };
  const instance = await WebAssembly.instantiate(module, { js });
  const exports = instance.exports as unknown as Exports;
  exports.init();
  return new Engine(exports, callbacks, hash);
}

/** Loads engine.wasm from its bytes or from a fetch() response, and creates an engine. */
export async function loadEngine(
  source: BufferSource | Response | Promise<BufferSource | Response>,
  options: { hash?: number } = {},
): Promise<Engine> {
  const loaded = await source;
  if (loaded instanceof Response && !loaded.ok) throw new Error(`cannot fetch engine.wasm: HTTP ${loaded.status}`);
  const bytes = loaded instanceof Response ? await loaded.arrayBuffer() : loaded;
  return createEngine(await WebAssembly.compile(bytes), options);
}
