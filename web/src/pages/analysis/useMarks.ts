// SPDX-License-Identifier: MIT
/* Writes what the review found into the tree: marks at the moves, and the better lines as variations. */
import { useEffect, useRef } from 'preact/hooks';
import type { Score } from '../../chess/evaluation';
import { makeLine } from '../../chess/line';
import { addLine, changeNode, mainLine, moveNags, nodeAt, updateNode, type Path, type Tree } from '../../chess/tree';
import { t } from '../../i18n';
import { markNags, type Evaluation, type Judgement } from './judge';
import type { Analysis } from './useAnalysis';
import type { Review } from './useReview';
import { scoreText } from './words';

const LINE_MAX = 6;

/** A mark that somebody has set stays. */
function markMove(tree: Tree, path: Path, nag: number): Tree {
  return changeNode(tree, path, node => (node.nags.some(other => other in moveNags) ? node : { ...node, nags: [...node.nags, nag] }));
}

function addBetterLine(tree: Tree, before: Path, { best, score }: Evaluation): Tree {
  const moves = best.slice(0, LINE_MAX);
  const { sans } = makeLine(tree.variant, tree.start, [...before, ...moves]);
  const line = moves.map((uci, i) => ({ uci, san: sans[before.length + i]! }));
  const end = [...before, ...moves];
  const added = addLine(tree, before, line);
  const comment = nodeAt(added, end)?.comment || t('analysis.better', { score: scoreText(score) });
  return updateNode(added, end, { comment });
}

/** The tree with the judgement of one move. */
export function applyJudgement(tree: Tree, ply: number, judgement: Judgement, before: Evaluation, after: Evaluation): Tree {
  const path = mainLine(tree).slice(0, ply + 1);
  if (path.length !== ply + 1) return tree;
  const score: Score = after.score;
  let next = updateNode(tree, path, { score });
  if (!judgement.mark) return next;
  next = markMove(next, path, markNags[judgement.mark]);
  return judgement.mark === 'good' || !before.best.length ? next : addBetterLine(next, path.slice(0, -1), before);
}

/** Applies each judgement once. */
export function useMarks(analysis: Analysis, review: Review): void {
  const applied = useRef(0);
  const known = review.evaluations.length - 1;
  useEffect(() => {
    if (known < applied.current) applied.current = Math.max(0, known);
    while (applied.current < known) {
      const ply = applied.current++;
      const judgement = review.judgements[ply];
      const [before, after] = [review.evaluations[ply], review.evaluations[ply + 1]];
      if (judgement && before && after) analysis.amend(tree => applyJudgement(tree, ply, judgement, before, after));
    }
  }, [known]);
}
