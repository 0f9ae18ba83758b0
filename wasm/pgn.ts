// SPDX-License-Identifier: MIT
/* PGN in and out, for browsers and Node: the same C code as the server's, as WebAssembly (see
 * pgn.c).
 *
 *     const pgn = await loadPgn(fetch('pgn.wasm'));
 *     const file = pgn.open(text);
 *     file.games[0].tags.get('White');
 *     file.read(0, { move: (uci, san) => ..., beginVariation: () => ..., ... });
 *     pgn.write(writer => writer.move('e2e4')); */

/** The tags of a game, in order, and where it is in its file. */
export interface GameHeader {
  tags: Map<string, string>;
  result: string;
  offset: number;
}

/** Receives a game. A variation replaces the last move. An annotation such as `clock` comes before
 * the comment that contains it. */
export interface Visitor {
  tag(name: string, value: string): void;
  start(variant: string, fen: string): void;
  /** The texts are empty for a null move, which passes the turn. */
  move(uci: string, san: string): void;
  nag(nag: number): void;
  comment(text: string): void;
  clock(milliseconds: number): void;
  elapsed(milliseconds: number): void;
  centipawns(centipawns: number): void;
  /** Negative if Black mates. */
  mate(moves: number): void;
  arrows(text: string): void;
  squares(text: string): void;
  beginVariation(): void;
  endVariation(): void;
  end(result: string): void;
  /** The rest of the game cannot be read. Lines are counted from that of the first tag. */
  problem(text: string, line: number): void;
}

/** The functions of pgn.c. */
interface Exports {
  memory: WebAssembly.Memory;
  init(): void;
  text_reserve(size: number): number;
  read_games(size: number): void;
  read_game(offset: number, size: number): void;
  write_begin(nameSize: number, fenSize: number): number;
  write_tag(nameSize: number, valueSize: number): void;
  write_move(size: number): number;
  write_comment(size: number): void;
  write_nag(nag: number): void;
  write_begin_variation(): number;
  write_end_variation(): void;
  write_end(size: number): void;
}

const next = { continue: 0, stop: 2 } as const;

/** The order of `enum event` in pgn.c. */
const events: readonly string[] = [
  'beginGame', 'tag', 'start', 'move', 'nag', 'comment', 'clock', 'elapsed', 'centipawns', 'mate',
  'arrows', 'squares', 'beginVariation', 'endVariation', 'end', 'problem',
];

const texts = new Set(['comment', 'arrows', 'squares', 'end']);
const pairs = new Set(['tag', 'start', 'move']);

const encoder = new TextEncoder();
const decoder = new TextDecoder();

type Listener = (event: string, text: string, number: number) => number;

/** What the module calls: one listener at a time. */
interface Callbacks {
  visit: Listener;
  put(bytes: Uint8Array): void;
}

/** `name value` as two texts. */
function splitPair(text: string): [string, string] {
  const space = text.indexOf(' ');
  return space < 0 ? [text, ''] : [text.slice(0, space), text.slice(space + 1)];
}

/** Passes an event to the method of the same name. */
function deliver(visitor: Partial<Visitor>, event: string, text: string, number: number): void {
  const method = (visitor as Record<string, ((...values: unknown[]) => void) | undefined>)[event];
  const values = pairs.has(event) ? splitPair(text)
    : texts.has(event) ? [text]
    : event === 'problem' ? [text, number]
    : [number];
  method?.call(visitor, ...values);
}

/** A text with games. */
export class PgnFile {
  readonly games: readonly GameHeader[];

  constructor(
    private readonly module: Module,
    private readonly bytes: Uint8Array,
  ) {
    this.games = this.readHeaders();
  }

  /** Reads one game, counted from 0. */
  read(game: number, visitor: Partial<Visitor>): void {
    const header = this.games[game];
    if (!header) throw new RangeError(`there is no game ${game}`);
    this.module.load(this.bytes);
    this.module.callbacks.visit = (event, text, number) => {
      deliver(visitor, event, text, number);
      return event === 'end' ? next.stop : next.continue;
    };
    this.module.exports.read_game(header.offset, this.bytes.length);
  }

  private readHeaders(): GameHeader[] {
    const games: GameHeader[] = [];
    this.module.load(this.bytes);
    this.module.callbacks.visit = (event, text, number) => {
      if (event === 'beginGame') games.push({ tags: new Map(), result: '*', offset: number });
      if (event === 'tag') games.at(-1)!.tags.set(...splitPair(text));
      if (event === 'end') games.at(-1)!.result = text || '*';
      return next.continue;
    };
    this.module.exports.read_games(this.bytes.length);
    return games;
  }
}

/** Writes one game: tags, then moves, comments and variations in the order of the PGN. */
export class PgnWriter {
  constructor(private readonly module: Module) {}

  tag(name: string, value: string): void {
    const size = this.module.loadText(name + value);
    const nameSize = encoder.encode(name).length;
    this.module.exports.write_tag(nameSize, size - nameSize);
  }

  /** A UCI move, or '0000' for a null move; throws if it is not legal. */
  move(uci: string): void {
    if (!this.module.exports.write_move(this.module.loadText(uci))) throw new RangeError(`illegal move: ${uci}`);
  }

  comment(text: string): void {
    this.module.exports.write_comment(this.module.loadText(text));
  }

  nag(nag: number): void {
    this.module.exports.write_nag(nag);
  }

  /** Writes a variation in place of the last move; leaves it out if it is nested too deeply. */
  variation(write: () => void): void {
    if (!this.module.exports.write_begin_variation()) return;
    write();
    this.module.exports.write_end_variation();
  }

  end(result: string): void {
    this.module.exports.write_end(this.module.loadText(result));
  }
}

class Module {
  constructor(
    readonly exports: Exports,
    readonly callbacks: Callbacks,
  ) {}

  load(bytes: Uint8Array): number {
    const at = this.exports.text_reserve(bytes.length);
    if (!at) throw new RangeError('the text is too long');
    new Uint8Array(this.exports.memory.buffer).set(bytes, at);
    return bytes.length;
  }

  loadText(text: string): number {
    return this.load(encoder.encode(text));
  }
}

/** The loaded module. */
export class Pgn {
  constructor(private readonly module: Module) {}

  open(text: string): PgnFile {
    return new PgnFile(this.module, encoder.encode(text));
  }

  /** Writes a game that starts from a position. */
  write(variant: string, fen: string, write: (writer: PgnWriter) => void): string {
    const output = new TextDecoder(); // a part may end within a character
    let text = '';
    this.module.callbacks.put = bytes => (text += output.decode(bytes, { stream: true }));
    const nameSize = encoder.encode(variant).length;
    const size = this.module.loadText(variant + fen);
    if (!this.module.exports.write_begin(nameSize, size - nameSize)) throw new RangeError(`invalid FEN: ${fen}`);
    write(new PgnWriter(this.module));
    return text;
  }
}

/** Loads pgn.wasm from its bytes or from a fetch() response. */
export async function loadPgn(
  source: BufferSource | Response | Promise<BufferSource | Response>,
): Promise<Pgn> {
  const loaded = await source;
  if (loaded instanceof Response && !loaded.ok) throw new Error(`cannot fetch pgn.wasm: HTTP ${loaded.status}`);
  const bytes = loaded instanceof Response ? await loaded.arrayBuffer() : loaded;
  const callbacks: Callbacks = { visit: () => next.continue, put: () => {} };
  let memory: WebAssembly.Memory | null = null;
  const read = (at: number, size: number) => new Uint8Array(memory!.buffer, at, size);
  const js = {
    visit: (event: number, at: number, size: number, number: number) =>
      callbacks.visit(events[event]!, decoder.decode(read(at, size)), number),
    put: (at: number, size: number) => callbacks.put(read(at, size)),
  };
  const { instance } = await WebAssembly.instantiate(bytes, { js });
  const exports = instance.exports as unknown as Exports;
  memory = exports.memory;
  exports.init();
  return new Pgn(new Module(exports, callbacks));
}
