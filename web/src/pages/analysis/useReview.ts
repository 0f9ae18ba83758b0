// SPDX-License-Identifier: MIT
/* Runs the engine over the main line of a game, from its start, and judges the moves. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Side } from '../../base/side';
import type { Line } from '../../chess/line';
import { makeLine, withoutNullMoves } from '../../chess/line';
import { NULL_MOVE, squaresOf } from '../../chess/moves';
import { mainLine, type Path, type Tree } from '../../chess/tree';
import { Engine, type EngineInfo } from '../../engine/engine';
import { judgeMove, type Evaluation, type Judgement } from './judge';
import type { ReadReport } from './report';
import { outcomeScore } from './texts';

/** A tenth to a fifth of a second for each position on a desktop computer. */
const NODES = 80_000;

export interface Review {
  /** Of the positions of the main line, the start first; as far as they are known. */
  evaluations: readonly Evaluation[];
  /** Of the moves of the main line. */
  judgements: readonly (Judgement | null)[];
  running: boolean;
  error: string | null;
  start(): void;
  /** The server's, where it has judged the game: it counts differently, and names the turning points. */
  server?: ReadReport | null;
}

const emptyList: readonly Evaluation[] = [];

/** What a finished search says about a position. */
function evaluationOf(info: EngineInfo | null): Evaluation | null {
  const best = info?.lines[0];
  if (!best) return null;
  return { score: best.score, depth: best.depth, best: best.moves, second: info.lines[1]?.score };
}

/** A position where the game is over: its result is its score. */
function finalEvaluation(line: Line, ply: number): Evaluation | null {
  const outcome = line.positions[ply]!.outcome();
  return outcome && { score: outcomeScore(outcome), depth: 0, best: [] };
}

const isRecapture = (moves: Path, ply: number): boolean =>
  ply > 0 && squaresOf(moves[ply]!).at(-1) === squaresOf(moves[ply - 1]!).at(-1);

function judgeLine(line: Line, evaluations: readonly Evaluation[]): (Judgement | null)[] {
  return line.moves.map((uci, ply) => {
    const before = evaluations[ply];
    const after = evaluations[ply + 1];
    const side: Side = line.positions[ply]!.turn;
    return before && after && uci !== NULL_MOVE ? judgeMove(before, after, uci, side, isRecapture(line.moves, ply)) : null;
  });
}

/** `wanted` starts it at once, `paused` stops it for a while. It starts again when the main line changes. */
export function useReview(tree: Tree, wanted: boolean, paused: boolean): Review {
  const moves = mainLine(tree);
  const key = [tree.variant, tree.start, ...moves].join(' ');
  const line = useMemo(() => makeLine(tree.variant, tree.start, moves), [key]);
  const [enabled, setEnabled] = useState(wanted);
  const [known, setKnown] = useState<{ key: string; list: readonly Evaluation[]; error: string | null }>({ key, list: emptyList, error: null });
  const engine = useRef<Engine | null>(null);
  const evaluations = known.key === key ? known.list : emptyList;
  const ply = evaluations.length;
  const running = enabled && !paused && ply <= moves.length && !(known.key === key && known.error);

  useEffect(() => () => engine.current?.close(), []);
  useEffect(() => {
    if (!running) return;
    const add = (evaluation: Evaluation) => setKnown({ key, list: [...evaluations, evaluation], error: null });
    const final = finalEvaluation(line, ply);
    if (final) return add(final);
    engine.current ??= new Engine();
    const onInfo = (info: EngineInfo) => info.done && add(evaluationOf(info) ?? { score: { cp: 0 }, depth: 0, best: [] });
    const onError = (error: string) => setKnown({ key, list: evaluations, error });
    engine.current.analyse(withoutNullMoves(line, ply), { nodes: NODES, lines: 2 }, onInfo, onError);
    return () => engine.current?.stop();
  }, [key, running, ply]);

  const judgements = useMemo(() => judgeLine(line, evaluations), [line, evaluations]);
  return { evaluations, judgements, running, error: known.error, start: () => setEnabled(true) };
}
