// SPDX-License-Identifier: MIT
/* The rules of chess and its variants, for browsers and Node: the same C code
 * as the server's, as WebAssembly (see exports.c).
 *
 *     const rookery = await load(fetch('rookery.wasm'));
 *     let position = rookery.start('crazyhouse');
 *     position = position.play('e4');
 *     position.dests(); // what chessground's `movable.dests` wants
 *
 * A position is a value: it never changes, playing a move gives another one,
 * and nothing has to be freed. What cannot be read or done is a RookeryError. */

export type Side = 'white' | 'black';

declare const isMove: unique symbol;
/** A legal move of one position, as a 16-bit word. */
export type Move = number & { readonly [isMove]: true };

export interface Outcome {
  /** Why, as a word for programs: 'checkmate', 'king-on-hill', ... */
  end: string;
  /** Who won; null for a draw. */
  winner: Side | null;
  /** Why, in words for people. */
  text: string;
}

export interface FenOptions {
  /** Reading: drop castling rights without king and rook in place. */
  forgiveCastling?: boolean;
}

/** What was wrong with a text or a move. */
export class RookeryError extends Error {
  override readonly name = 'RookeryError';
  constructor(
    /** A word for programs: 'bad-syntax', 'king-in-check', ... */
    readonly code: string,
    /** Words a player understands; the same as `message`. */
    readonly text: string,
    /** Where in the text, counted as JavaScript counts. */
    readonly offset = 0,
  ) {
    super(text);
  }
}

/** The functions of exports.c. Addresses and sizes are in bytes. */
interface Exports {
  memory: WebAssembly.Memory;
  position_at(): number;
  position_size(): number;
  moves_at(): number;
  text_at(): number;
  text_size(): number;
  fault_err(): number;
  fault_offset(): number;
  fault_text(): number;
  err_name(err: number): number;
  variant_count(): number;
  variant_name(variant: number): number;
  variant_find(size: number): number;
  position_start(variant: number): number;
  position_chess960(number: number): number;
  fen_read(size: number, variant: number, forgiveCastling: number): number;
  fen_write(shredder: number): number;
  position_variant(): number;
  position_turn(): number;
  position_in_check(): number;
  position_checkers(): bigint;
  position_outcome(): number;
  end_name(end: number): number;
  end_text(end: number): number;
  moves_list(): number;
  moves_uci(): number;
  moves_san(): number;
  uci_write(move: number): number;
  san_write(move: number): number;
  uci_read(size: number): number;
  san_read(size: number): number;
  position_play(move: number): number;
  perft(depth: number): bigint;
}

const sides: readonly Side[] = ['white', 'black'];

/** 'RK_KING_ON_HILL' of the tables is 'king-on-hill' here. */
const wordOf = (name: string) => name.slice('RK_'.length).toLowerCase().replaceAll('_', '-');

const squareName = (square: number) => 'abcdefgh'.charAt(square & 7) + ((square >> 3) + 1);

const notLegal = () => new RookeryError('illegal-move', 'that move is not legal here');

/** The one place of the module where questions and answers lie. */
class Desk {
  private readonly bytes: Uint8Array;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  constructor(readonly ask: Exports) {
    this.bytes = new Uint8Array(ask.memory.buffer); // the module's memory never grows
  }

  /** Lays a position on the desk, to be asked about. */
  lay(position: Uint8Array): Exports {
    this.bytes.set(position, this.ask.position_at());
    return this.ask;
  }

  position(): Uint8Array {
    const at = this.ask.position_at();
    return this.bytes.slice(at, at + this.ask.position_size());
  }

  /** Lays a text on the desk; returns its size. */
  write(text: string): number {
    const bytes = this.encoder.encode(text);
    if (bytes.length > this.ask.text_size())
      throw new RookeryError('bad-syntax', 'the text is too long');
    this.bytes.set(bytes, this.ask.text_at());
    return bytes.length;
  }

  text(size: number, at = this.ask.text_at()): string {
    return this.decoder.decode(this.bytes.subarray(at, at + size));
  }

  /** A text of the module's own, which ends with a NUL. */
  words(at: number): string {
    return this.text(this.bytes.indexOf(0, at) - at, at);
  }

  moves(count: number): Move[] {
    return Array.from(new Uint16Array(this.bytes.buffer, this.ask.moves_at(), count)) as Move[];
  }

  /** What the last call found wrong with the text that still lies here. */
  fault(): RookeryError {
    const { ask } = this;
    const code = wordOf(this.words(ask.err_name(ask.fault_err())));
    const offset = this.text(ask.fault_offset()).length;
    return new RookeryError(code, this.words(ask.fault_text()), offset);
  }
}

export class Position {
  /** Use Rookery's functions, or play(), to get one. */
  constructor(
    private readonly desk: Desk,
    private readonly bytes: Uint8Array,
  ) {}

  get variant(): string {
    return this.desk.words(this.desk.ask.variant_name(this.lay().position_variant()));
  }

  get turn(): Side {
    return sides[this.lay().position_turn()]!;
  }

  get inCheck(): boolean {
    return this.lay().position_in_check() !== 0;
  }

  /** The squares of the pieces that give check. */
  checkers(): string[] {
    const set = this.lay().position_checkers();
    const squares = Array.from({ length: 64 }, (_, square) => square);
    return squares.filter(square => (set >> BigInt(square)) & 1n).map(squareName);
  }

  /** With `shredder`, castling as files of rooks: HAha. */
  fen(options: { shredder?: boolean } = {}): string {
    return this.desk.text(this.lay().fen_write(Number(options.shredder ?? false)));
  }

  /** How the game ended by the rules alone; null while it goes on. */
  outcome(): Outcome | null {
    const { ask } = this.desk;
    const outcome = this.lay().position_outcome();
    const end = outcome & 255;
    if (end === 0) return null;
    return {
      end: wordOf(this.desk.words(ask.end_name(end))),
      winner: sides[outcome >> 8] ?? null,
      text: this.desk.words(ask.end_text(end)),
    };
  }

  legalMoves(): Move[] {
    return this.desk.moves(this.lay().moves_list());
  }

  /** All legal moves as text, in the order of legalMoves(). */
  uciMoves(): string[] {
    return this.list(this.lay().moves_uci());
  }

  sanMoves(): string[] {
    return this.list(this.lay().moves_san());
  }

  /** Where each piece may go. A king that may castle finds its own target and
   * the rook's square, as players click either. */
  dests(): Map<string, string[]> {
    const dests = new Map<string, string[]>();
    const uci = this.uciMoves();
    this.legalMoves().forEach((move, i) => {
      const from = uci[i]!.slice(0, 2);
      if (from.endsWith('@')) return;
      const targets = dests.get(from) ?? [];
      for (const target of [uci[i]!.slice(2, 4), squareName((move >> 6) & 63)])
        if (!targets.includes(target)) targets.push(target);
      dests.set(from, targets);
    });
    return dests;
  }

  /** Where each piece in hand may be dropped; by its letter: 'P', 'N', ... */
  drops(): Map<string, string[]> {
    const drops = new Map<string, string[]>();
    for (const uci of this.uciMoves())
      if (uci[1] === '@') drops.set(uci[0]!, [...(drops.get(uci[0]!) ?? []), uci.slice(2)]);
    return drops;
  }

  /** The letters of what a pawn may become by going there; none if it stays a pawn. */
  promotions(from: string, to: string): string[] {
    const moves = this.uciMoves().filter(uci => uci.startsWith(from + to));
    return moves.map(uci => uci.slice(4)).filter(letter => letter !== '');
  }

  /** Reads SAN as people write it, and UCI moves. */
  parseSan(text: string): Move {
    const size = this.desk.write(text);
    return this.found(this.lay().san_read(size));
  }

  parseUci(text: string): Move {
    const size = this.desk.write(text);
    return this.found(this.lay().uci_read(size));
  }

  san(move: Move | string): string {
    const word = this.moveOf(move);
    return this.written(this.lay().san_write(word));
  }

  uci(move: Move | string): string {
    const word = this.moveOf(move);
    return this.written(this.lay().uci_write(word));
  }

  /** The position after a move; this one stays as it is. */
  play(move: Move | string): Position {
    const word = this.moveOf(move);
    if (!this.lay().position_play(word)) throw notLegal();
    return new Position(this.desk, this.desk.position());
  }

  /** The number of ways to play `depth` moves, 0 to 8: for tests. */
  perft(depth: number): bigint {
    return this.lay().perft(depth);
  }

  private lay(): Exports {
    return this.desk.lay(this.bytes);
  }

  private list(size: number): string[] {
    return size ? this.desk.text(size).split(' ') : [];
  }

  private moveOf(move: Move | string): Move {
    return typeof move === 'string' ? this.parseSan(move) : move;
  }

  private found(move: number): Move {
    if (move === 0) throw this.desk.fault();
    return move as Move;
  }

  private written(size: number): string {
    if (size === 0) throw notLegal();
    return this.desk.text(size);
  }
}

/** The loaded module: where positions come from. */
export class Rookery {
  /** The names of the variants. */
  readonly variants: readonly string[];

  constructor(private readonly desk: Desk) {
    const { ask } = desk;
    const numbers = Array.from({ length: ask.variant_count() }, (_, variant) => variant);
    this.variants = numbers.map(variant => desk.words(ask.variant_name(variant)));
  }

  /** Reads a FEN of any dialect. Variants have the names people give them:
   * 'kingOfTheHill' and 'koth' are 'king-of-the-hill'. */
  position(fen: string, variant = 'standard', options: FenOptions = {}): Position {
    const number = this.find(variant);
    const forgive = Number(options.forgiveCastling ?? false);
    return this.made(this.desk.ask.fen_read(this.desk.write(fen), number, forgive));
  }

  start(variant = 'standard'): Position {
    return this.made(this.desk.ask.position_start(this.find(variant)));
  }

  /** One of the 960 starts; 518 is the ordinary one. */
  chess960(number: number): Position {
    return this.made(this.desk.ask.position_chess960(number));
  }

  private find(variant: string): number {
    const number = this.desk.ask.variant_find(this.desk.write(variant));
    if (number < 0) throw new RookeryError('bad-syntax', `there is no variant "${variant}"`);
    return number;
  }

  private made(err: number): Position {
    if (err) throw this.desk.fault();
    return new Position(this.desk, this.desk.position());
  }
}

async function bytesOf(source: BufferSource | Response): Promise<BufferSource> {
  if (!(source instanceof Response)) return source;
  if (!source.ok) throw new Error(`the rules could not be fetched: ${source.status}`);
  return source.arrayBuffer();
}

/** Loads rookery.wasm from its bytes or from what fetch() answered. */
export async function load(
  source: BufferSource | Response | Promise<BufferSource | Response>,
): Promise<Rookery> {
  const { instance } = await WebAssembly.instantiate(await bytesOf(await source));
  return new Rookery(new Desk(instance.exports as unknown as Exports));
}
