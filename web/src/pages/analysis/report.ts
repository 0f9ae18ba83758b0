// SPDX-License-Identifier: MIT
/* The server's review of a game as the page shows it: docs/review.md describes the JSON. */
import type { Score } from '../../chess/evaluation';
import { makeLine, type Line } from '../../chess/line';
import { mainLine, type Tree } from '../../chess/tree';
import type { Position } from '../../chess/rules';
import type { Shape } from '../../wire/shape';
import type { Accuracy, Evaluation, Judgement, Mark } from './judge';
import { outcomeScore } from './texts';

interface ReportScore {
  cp?: number;
  mate?: number;
}

interface ReportMove extends ReportScore {
  uci: string;
  best: string | null;
  judgement: string | null;
  /** In percent. */
  loss?: number;
  /** Of an error: the better line in SAN. */
  line?: string[];
}

interface ReportSide {
  accuracy: number | null;
  acpl: number;
  counts: Record<string, number>;
}

export interface Report {
  start: ReportScore;
  limits: { nodes?: number };
  white: ReportSide;
  black: ReportSide;
  /** Plies; 1 is the first move. */
  turningPoints: number[];
  moves: ReportMove[];
}

const sideShape: Shape = { acpl: 'number', counts: 'map' };
export const reportShape: Shape = { start: 'map', limits: 'map', white: sideShape, black: sideShape, turningPoints: ['number'], moves: [{ uci: 'string' }] };

/** What a finished review says about the main line of a tree. */
export interface ReadReport {
  evaluations: Evaluation[];
  judgements: (Judgement | null)[];
  totals: Record<'white' | 'black', Accuracy>;
  turningPoints: readonly number[];
  nodes: number | null;
}

const marks: readonly Mark[] = ['brilliant', 'inaccuracy', 'mistake', 'blunder'];

/** A mate of 0 means that the game is over: the rules of the variant say who has won. */
function scoreOf({ cp, mate }: ReportScore, position: Position): Score {
  const outcome = mate === 0 ? position.outcome() : null;
  if (outcome) return outcomeScore(outcome);
  return mate === undefined ? { cp: cp ?? 0 } : { mate };
}

/** A line of SAN in UCI notation. */
function uciLine(start: Position, sans: readonly string[]): string[] {
  let position = start;
  return sans.map(san => {
    const move = position.parseSan(san);
    const uci = position.uci(move);
    position = position.play(move);
    return uci;
  });
}

function judgementOf({ judgement, loss }: ReportMove, position: Position): Judgement | null {
  if (judgement === null) return null;
  return { side: position.turn, loss: (loss ?? 0) / 100, lostCentipawns: 0, mark: marks.find(mark => mark === judgement) ?? null };
}

function totalsOf({ accuracy, acpl, counts }: ReportSide): Accuracy {
  const count = (mark: Mark) => counts[mark] ?? 0;
  return {
    accuracy: accuracy === null ? null : Math.round(accuracy),
    marks: { brilliant: count('brilliant'), good: 0, inaccuracy: count('inaccuracy'), mistake: count('mistake'), blunder: count('blunder') },
    averageLoss: acpl / 100,
  };
}

function readLine(report: Report, line: Line): ReadReport {
  const evaluations = line.positions.map((position, ply): Evaluation => {
    const next = report.moves[ply];
    const best = next?.line ?? (next?.best ? [next.best] : []);
    return { score: scoreOf(ply ? report.moves[ply - 1]! : report.start, position), depth: 0, best: uciLine(position, best) };
  });
  return {
    evaluations,
    judgements: report.moves.map((move, ply) => judgementOf(move, line.positions[ply]!)),
    totals: { white: totalsOf(report.white), black: totalsOf(report.black) },
    turningPoints: report.turningPoints,
    nodes: report.limits.nodes ?? null,
  };
}

/** Null if the report is not about the main line of the tree, which the reader may have changed. */
export function readReport(report: Report, tree: Tree): ReadReport | null {
  const moves = mainLine(tree);
  if (moves.length !== report.moves.length || moves.some((uci, ply) => uci !== report.moves[ply]!.uci)) return null;
  return readLine(report, makeLine(tree.variant, tree.start, moves));
}

/** Scores as a review that runs sends them: '57:-12 56:#3'. `end` is the last position. */
export function readScores(text: string, end: Position): [ply: number, score: Score][] {
  return [...text.matchAll(/(\d+):(#?)(-?\d+)/g)].map(([, ply, mate, score]) => [Number(ply), scoreOf({ [mate ? 'mate' : 'cp']: Number(score) }, end)]);
}
