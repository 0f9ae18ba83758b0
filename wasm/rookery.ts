// SPDX-License-Identifier: MIT
/* The rules of chess and its variants, for browsers and Node: the same C code
 * as the server's, as WebAssembly (see exports.c).
 *
 *     const rookery = await load(fetch('rookery.wasm'));
 *     let position = rookery.start('crazyhouse');
 *     position = position.play('e4');
 *     position.dests(); // for chessground's `movable.dests`
 *
 * A position is immutable: playing a move returns a new one. Nothing has to be
 * freed. Functions throw a RookeryError if a text or a move is invalid. */

export type Side = 'white' | 'black';

declare const isMove: unique symbol;
/** A legal move of one position, as a 16-bit integer. */
export type Move = number & { readonly [isMove]: true };

export interface Outcome {
  /** The reason as a code: 'checkmate', 'king-on-hill', ... */
  end: string;
  /** The winner; null for a draw. */
  winner: Side | null;
  /** The reason as text for people. */
  text: string;
}

export interface FenOptions {
  /** Reading: drop castling rights without king and rook in place. */
  forgiveCastling?: boolean;
}

/** An invalid text or move. */
export class RookeryError extends Error {
  override readonly name = 'RookeryError';
  constructor(
    /** A code: 'bad-syntax', 'king-in-check', ... */
    readonly code: string,
    /** A message for players; the same as `message`. */
    readonly text: string,
    /** The offset in the text, in UTF-16 code units. */
    readonly offset = 0,
  ) {
    super(text);
  }
}

/** The functions of exports.c. Addresses and sizes are in bytes. */
interface Exports {
  memory: WebAssembly.Memory;
  init(): void;
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
  chance_one(): number;
  chance_of_centipawns(centipawns: number): number;
  chance_clip_centipawns(centipawns: number): number;
  chance_judge_loss(loss: number): number;
  chance_accuracy_of_loss(loss: number): number;
  judgement_name(judgement: number): number;
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
  position_pass(): number;
  perft(depth: number): bigint;
}

/** More centipawns than any advantage, and less than a mate has in the engine. */
const SCORE_MAX = 20_000;

const sides: readonly Side[] = ['white', 'black'];

/** 'RK_KING_ON_HILL' of the tables is 'king-on-hill' here. */
const codeOf = (name: string) => name.slice('RK_'.length).toLowerCase().replaceAll('_', '-');

const squareName = (square: number) => 'abcdefgh'.charAt(square & 7) + ((square >> 3) + 1);

const illegalMove = () => new RookeryError('illegal-move', 'illegal move');

/** The module's exchange buffer for arguments and results. */
class Exchange {
  private readonly bytes: Uint8Array;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  constructor(readonly exports: Exports) {
    this.bytes = new Uint8Array(exports.memory.buffer); // the module's memory never grows
  }

  /** Copies a position to the buffer. */
  select(position: Uint8Array): Exports {
    this.bytes.set(position, this.exports.position_at());
    return this.exports;
  }

  position(): Uint8Array {
    const at = this.exports.position_at();
    return this.bytes.slice(at, at + this.exports.position_size());
  }

  /** Copies a text to the buffer; returns its size. */
  write(text: string): number {
    const bytes = this.encoder.encode(text);
    if (bytes.length > this.exports.text_size())
      throw new RookeryError('bad-syntax', 'the text is too long');
    this.bytes.set(bytes, this.exports.text_at());
    return bytes.length;
  }

  text(size: number, at = this.exports.text_at()): string {
    return this.decoder.decode(this.bytes.subarray(at, at + size));
  }

  /** Reads a NUL-terminated text from the module's memory. */
  cString(at: number): string {
    return this.text(this.bytes.indexOf(0, at) - at, at);
  }

  moves(count: number): Move[] {
    return Array.from(new Uint16Array(this.bytes.buffer, this.exports.moves_at(), count)) as Move[];
  }

  /** Returns the error of the last call. Its text must still be in the buffer, for the offset. */
  fault(): RookeryError {
    const { exports } = this;
    const code = codeOf(this.cString(exports.err_name(exports.fault_err())));
    const offset = this.text(exports.fault_offset()).length;
    return new RookeryError(code, this.cString(exports.fault_text()), offset);
  }
}

export class Position {
  /** Use the functions of Rookery, or play(), to create one. */
  constructor(
    private readonly exchange: Exchange,
    private readonly bytes: Uint8Array,
  ) {}

  get variant(): string {
    return this.exchange.cString(this.exchange.exports.variant_name(this.select().position_variant()));
  }

  get turn(): Side {
    return sides[this.select().position_turn()]!;
  }

  get inCheck(): boolean {
    return this.select().position_in_check() !== 0;
  }

  /** The squares of the pieces that give check. */
  checkers(): string[] {
    const set = this.select().position_checkers();
    const squares = Array.from({ length: 64 }, (_, square) => square);
    return squares.filter(square => (set >> BigInt(square)) & 1n).map(squareName);
  }

  /** With `shredder`, castling rights are written as rook files: HAha. */
  fen(options: { shredder?: boolean } = {}): string {
    return this.exchange.text(this.select().fen_write(Number(options.shredder ?? false)));
  }

  /** How the position ends the game; null if it does not. */
  outcome(): Outcome | null {
    const { exports } = this.exchange;
    const outcome = this.select().position_outcome();
    const end = outcome & 255;
    if (end === 0) return null;
    return {
      end: codeOf(this.exchange.cString(exports.end_name(end))),
      winner: sides[outcome >> 8] ?? null,
      text: this.exchange.cString(exports.end_text(end)),
    };
  }

  legalMoves(): Move[] {
    return this.exchange.moves(this.select().moves_list());
  }

  /** All legal moves as text, in the order of legalMoves(). */
  uciMoves(): string[] {
    return this.splitMoves(this.select().moves_uci());
  }

  sanMoves(): string[] {
    return this.splitMoves(this.select().moves_san());
  }

  /** The targets of each piece. For castling they include both the king's final square
   * and the rook's, because players click either. */
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

  /** The squares where each piece in the pocket may be dropped, by letter: 'P', 'N', ... */
  drops(): Map<string, string[]> {
    const drops = new Map<string, string[]>();
    for (const uci of this.uciMoves())
      if (uci[1] === '@') drops.set(uci[0]!, [...(drops.get(uci[0]!) ?? []), uci.slice(2)]);
    return drops;
  }

  /** The letters of the possible promotions; empty if the move is not a promotion. */
  promotions(from: string, to: string): string[] {
    const moves = this.uciMoves().filter(uci => uci.startsWith(from + to));
    return moves.map(uci => uci.slice(4)).filter(letter => letter !== '');
  }

  /** Parses SAN as people write it, and UCI moves. */
  parseSan(text: string): Move {
    const size = this.exchange.write(text);
    return this.checkParsed(this.select().san_read(size));
  }

  parseUci(text: string): Move {
    const size = this.exchange.write(text);
    return this.checkParsed(this.select().uci_read(size));
  }

  san(move: Move | string): string {
    const parsed = this.parseMove(move);
    return this.moveText(this.select().san_write(parsed));
  }

  uci(move: Move | string): string {
    const parsed = this.parseMove(move);
    return this.moveText(this.select().uci_write(parsed));
  }

  /** Returns the position after a null move, which passes the turn. It is illegal in check. */
  pass(): Position {
    if (!this.select().position_pass()) throw illegalMove();
    return new Position(this.exchange, this.exchange.position());
  }

  /** Returns the position after a move; this one is unchanged. */
  play(move: Move | string): Position {
    const parsed = this.parseMove(move);
    if (!this.select().position_play(parsed)) throw illegalMove();
    return new Position(this.exchange, this.exchange.position());
  }

  /** Perft: the number of move sequences of `depth` plies, 0 to 8. */
  perft(depth: number): bigint {
    return this.select().perft(depth);
  }

  private select(): Exports {
    return this.exchange.select(this.bytes);
  }

  private splitMoves(size: number): string[] {
    return size ? this.exchange.text(size).split(' ') : [];
  }

  private parseMove(move: Move | string): Move {
    return typeof move === 'string' ? this.parseSan(move) : move;
  }

  private checkParsed(move: number): Move {
    if (move === 0) throw this.exchange.fault();
    return move as Move;
  }

  private moveText(size: number): string {
    if (size === 0) throw illegalMove();
    return this.exchange.text(size);
  }
}

/** The loaded module; it creates positions. */
export class Rookery {
  /** The names of the variants. */
  readonly variants: readonly string[];

  constructor(private readonly exchange: Exchange) {
    const { exports } = exchange;
    const numbers = Array.from({ length: exports.variant_count() }, (_, variant) => variant);
    this.variants = numbers.map(variant => exchange.cString(exports.variant_name(variant)));
  }

  /** Parses a FEN of any dialect. Variant names are matched leniently:
   * 'kingOfTheHill' and 'koth' are 'king-of-the-hill'. */
  position(fen: string, variant = 'standard', options: FenOptions = {}): Position {
    const number = this.findVariant(variant);
    const forgive = Number(options.forgiveCastling ?? false);
    return this.takePosition(this.exchange.exports.fen_read(this.exchange.write(fen), number, forgive));
  }

  start(variant = 'standard'): Position {
    return this.takePosition(this.exchange.exports.position_start(this.findVariant(variant)));
  }

  /** A Chess960 start position; 518 is the standard one. */
  chess960(number: number): Position {
    return this.takePosition(this.exchange.exports.position_chess960(number));
  }

  /** How much of the game a side with this advantage is expected to win, 0 to 1; as `rookery analyse` counts. */
  winningChance(centipawns: number): number {
    const { exports } = this.exchange;
    return exports.chance_of_centipawns(Math.round(Math.max(-SCORE_MAX, Math.min(SCORE_MAX, centipawns)))) / exports.chance_one();
  }

  /** The judgement of a move that loses this much of the winning chances, 0 to 1: 'good', 'inaccuracy', 'mistake' or
   * 'blunder'. */
  judgeLoss(loss: number): string {
    const { exports } = this.exchange;
    return this.exchange.cString(exports.judgement_name(exports.chance_judge_loss(Math.round(loss * exports.chance_one()))));
  }

  /** How accurate a move with this loss is, 0 to 1. */
  accuracyOfLoss(loss: number): number {
    const { exports } = this.exchange;
    return exports.chance_accuracy_of_loss(Math.round(loss * exports.chance_one())) / exports.chance_one();
  }

  /** Centipawns, as far as they count in an average loss. */
  clipCentipawns(centipawns: number): number {
    return this.exchange.exports.chance_clip_centipawns(Math.round(centipawns));
  }

  private findVariant(variant: string): number {
    const number = this.exchange.exports.variant_find(this.exchange.write(variant));
    if (number < 0) throw new RookeryError('bad-syntax', `unknown variant: ${variant}`);
    return number;
  }

  private takePosition(err: number): Position {
    if (err) throw this.exchange.fault();
    return new Position(this.exchange, this.exchange.position());
  }
}

async function readBytes(source: BufferSource | Response): Promise<BufferSource> {
  if (!(source instanceof Response)) return source;
  if (!source.ok) throw new Error(`cannot fetch rookery.wasm: HTTP ${source.status}`);
  return source.arrayBuffer();
}

/** Loads rookery.wasm from its bytes or from a fetch() response. */
export async function load(
  source: BufferSource | Response | Promise<BufferSource | Response>,
): Promise<Rookery> {
  const { instance } = await WebAssembly.instantiate(await readBytes(await source));
  const exports = instance.exports as unknown as Exports;
  exports.init();
  return new Rookery(new Exchange(exports));
}
