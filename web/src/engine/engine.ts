// SPDX-License-Identifier: MIT
/* The engine in a worker.
 *
 * A search cannot be interrupted by a message, because the worker is busy. Where the page may share memory (a
 * secure address with the headers of isolation) a search ends within a millisecond and the worker keeps its hash
 * table. Elsewhere, such as on http://192.168.1.2, the worker is ended and the next search starts another: the
 * compiled module is kept, so that takes a few milliseconds. Both work at any depth. */
import address from 'wasm:engine';
import { flipScore, type Score, type SearchScore } from '../chess/evaluation';
import type { FromWorker, Game, Limits, Line, ToWorker } from './protocol';

export interface EnginePosition {
  variant: string;
  /** FEN of the start position. */
  start: string;
  /** In UCI notation. */
  moves: readonly string[];
}

export interface EngineLine {
  /** From White's point of view. */
  score: Score;
  bound: Line['bound'];
  depth: number;
  /** In UCI notation. */
  moves: string[];
}

export interface EngineInfo {
  depth: number;
  nodes: number;
  /** Nodes per second. */
  nps: number;
  /** The best line first. */
  lines: EngineLine[];
  /** The search is over; nothing follows. */
  done: boolean;
}

export interface AnalyseOptions {
  lines?: number;
  depth?: number;
  nodes?: number;
  /** Milliseconds. */
  movetime?: number;
}

export interface PlayOptions {
  /** 1 to 8; full strength without it. */
  level?: number;
  /** The same seed plays the same way. */
  seed?: number;
  movetime?: number;
  depth?: number;
}

/** The part of a Worker that is used here. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

export interface EngineOptions {
  /** MiB of the hash table; the default is enough for a move or a review, which end after a second. */
  hash?: number;
  /** For tests. */
  createWorker?: () => WorkerLike;
  loadModule?: () => Promise<WebAssembly.Module>;
  shared?: boolean;
}

interface Running {
  id: number;
  onMessage(message: FromWorker): void;
  /** It was stopped, or replaced by another search. */
  onOutdated(): void;
}

async function fetchModule(): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

let compiled: Promise<WebAssembly.Module> | null = null;

/** Fetches and compiles the engine once for all workers. */
export function loadEngineModule(): Promise<WebAssembly.Module> {
  compiled ??= fetchModule().catch((error: unknown) => {
    compiled = null; // try again next time
    throw error;
  });
  return compiled;
}

const startWorker = (): WorkerLike => new Worker(ENGINE_WORKER, { type: 'module' }) as WorkerLike;

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const sideToMove = ({ start, moves }: EnginePosition): 'white' | 'black' =>
  (start.split(' ')[1] === 'b') === (moves.length % 2 === 0) ? 'black' : 'white';

const toScore = (line: Line): SearchScore => (line.score.mate === undefined ? { cp: line.score.cp ?? 0 } : { mate: line.score.mate });

function toEngineLine(line: Line, black: boolean): EngineLine {
  const score = black ? flipScore(toScore(line)) : toScore(line);
  const bound = !black || line.bound === 'exact' ? line.bound : line.bound === 'lower' ? 'upper' : 'lower';
  return { score, bound, depth: line.depth, moves: line.moves };
}

/** Puts a reported line among those that are known. */
function addToInfo(info: EngineInfo, line: Line, black: boolean): EngineInfo {
  const lines = [...info.lines];
  lines[line.number - 1] = toEngineLine(line, black);
  const nps = line.time > 0 ? Math.round((line.nodes * 1000) / line.time) : info.nps;
  return { depth: line.depth, nodes: line.nodes, nps, lines: lines.filter(Boolean), done: false };
}

const emptyInfo: EngineInfo = { depth: 0, nodes: 0, nps: 0, lines: [], done: false };

export class Engine {
  private worker: WorkerLike | null = null;
  private readonly wanted: Int32Array | null;
  private readonly options: Required<EngineOptions>;
  private running: Running | null = null;
  private nextId = 1;
  private closed = false;

  constructor(options: EngineOptions = {}) {
    const shared = globalThis.crossOriginIsolated === true;
    this.options = { hash: 8, createWorker: startWorker, loadModule: loadEngineModule, shared, ...options };
    this.wanted = this.options.shared ? new Int32Array(new SharedArrayBuffer(4)) : null;
  }

  /** Searches until it is stopped or its limits are reached. It replaces the previous search, which reports
   * nothing more. */
  analyse(position: EnginePosition, options: AnalyseOptions, onInfo: (info: EngineInfo) => void, onError: (text: string) => void = () => {}): void {
    const { lines, depth, nodes, movetime } = options;
    const black = sideToMove(position) === 'black';
    let info = emptyInfo;
    this.search(position, { lines, depth, nodes, time: movetime }, message => {
      if (message.kind === 'failed') return onError(message.text);
      info = message.kind === 'line' ? addToInfo(info, message.line, black) : { ...info, done: true };
      onInfo(info);
    });
  }

  /** The engine's move in UCI notation; null if the game is over. Rejects if another search begins. */
  bestMove(position: EnginePosition, { level, seed, movetime, depth }: PlayOptions = {}): Promise<string | null> {
    return new Promise((resolve, reject) => {
      const onMessage = (message: FromWorker) => {
        if (message.kind === 'done') resolve(message.best);
        if (message.kind === 'failed') reject(new Error(message.text));
      };
      const onOutdated = () => reject(new Error('another search has begun'));
      this.search(position, { level, seed, time: movetime, depth }, onMessage, onOutdated);
    });
  }

  /** Ends the search. */
  stop(): void {
    const { running } = this;
    if (!running) return;
    this.running = null;
    running.onOutdated();
    if (this.wanted) Atomics.store(this.wanted, 0, 0);
    else this.endWorker();
  }

  /** Ends the worker and returns its memory. */
  close(): void {
    this.closed = true;
    this.stop();
    this.endWorker();
  }

  private search(position: EnginePosition, limits: Limits, onMessage: Running['onMessage'], onOutdated = () => {}): void {
    this.stop();
    const id = this.nextId++;
    this.running = { id, onMessage, onOutdated };
    const variant = position.variant === 'fromPosition' ? 'standard' : position.variant;
    void this.send(id, { variant, fen: position.start, moves: [...position.moves] }, limits);
  }

  private async send(id: number, game: Game, limits: Limits): Promise<void> {
    try {
      const module = await this.options.loadModule();
      if (this.running?.id !== id || this.closed) return;
      if (this.wanted) Atomics.store(this.wanted, 0, id);
      this.worker ??= this.makeWorker(module);
      this.worker.postMessage({ kind: 'search', id, game, limits });
    } catch (error) {
      this.receive({ kind: 'failed', id, text: textOf(error) });
    }
  }

  private makeWorker(module: WebAssembly.Module): WorkerLike {
    const worker = this.options.createWorker();
    const wanted = this.wanted ? (this.wanted.buffer as SharedArrayBuffer) : null;
    worker.onmessage = event => this.receive(event.data);
    worker.onerror = event => this.crash(event.message);
    worker.postMessage({ kind: 'start', module, hash: this.options.hash, wanted });
    return worker;
  }

  /** Messages of an outdated search are dropped. */
  private receive(message: FromWorker): void {
    const { running } = this;
    if (!running || message.id !== running.id) return;
    if (message.kind !== 'line') this.running = null;
    running.onMessage(message);
  }

  /** The next search starts another worker. */
  private crash(text: string): void {
    const { running } = this;
    this.endWorker();
    if (running) this.receive({ kind: 'failed', id: running.id, text });
  }

  private endWorker(): void {
    this.worker?.terminate();
    this.worker = null;
  }
}
