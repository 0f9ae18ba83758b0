// SPDX-License-Identifier: MIT
/* Writes what the review found into the tree: marks at the moves, and the better lines as variations. */
import { useEffect, useRef } from 'preact/hooks';
import type { Score } from '../../chess/evaluation';
import { makeLine } from '../../chess/line';
import { addLine, changeNode, endOf, mainLine, moveNags, nodeAt, removeNode, updateNode, type Path, type Tree } from '../../chess/tree';
import { t } from '../../i18n';
import { isError, markNags, type Evaluation, type Judgement } from './judge';
import type { Analysis } from './useAnalysis';
import type { Review } from './useReview';
import { scoreText } from './texts';

const LINE_MAX = 6;

const betterText = (score: Score): string => t('analysis.better', { score: scoreText(score) });

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
  const comment = nodeAt(added, end)?.comment || betterText(score);
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
  return isError(judgement.mark) && before.best.length ? addBetterLine(next, path.slice(0, -1), before) : next;
}

/** Without the better line, unless somebody has added to it. */
function removeBetterLine(tree: Tree, before: Path, { best, score }: Evaluation): Tree {
  const line = [...before, ...best.slice(0, LINE_MAX)];
  const first = line.slice(0, before.length + 1);
  const isOurs = nodeAt(tree, line)?.comment === betterText(score) && endOf(tree, first).length === line.length;
  return isOurs ? removeNode(tree, first) : tree;
}

/** The tree without what applyJudgement() has made of it. */
export function withdrawJudgement(tree: Tree, ply: number, { mark }: Judgement, before: Evaluation): Tree {
  const path = mainLine(tree).slice(0, ply + 1);
  if (path.length !== ply + 1 || !mark) return tree;
  const unmarked = changeNode(tree, path, node => ({ ...node, nags: node.nags.filter(nag => nag !== markNags[mark]) }));
  return isError(mark) && before.best.length ? removeBetterLine(unmarked, path.slice(0, -1), before) : unmarked;
}

interface Applied {
  ply: number;
  judgement: Judgement;
  before: Evaluation;
}

/** Applies each judgement once. Those of the server take the place of those that the page has made. */
export function useMarks(analysis: Analysis, review: Review): void {
  const applied = useRef(0);
  const made = useRef<Applied[]>([]);
  const known = review.evaluations.length - 1;
  const isServers = Boolean(review.server);
  const wasServers = useRef(isServers);
  useEffect(() => {
    if (isServers !== wasServers.current) {
      wasServers.current = isServers;
      const old = made.current.splice(0);
      analysis.amend(tree => old.reduce((without, { ply, judgement, before }) => withdrawJudgement(without, ply, judgement, before), tree));
      applied.current = 0;
    }
    if (known < applied.current) applied.current = Math.max(0, known);
    while (applied.current < known) {
      const ply = applied.current++;
      const judgement = review.judgements[ply];
      const [before, after] = [review.evaluations[ply], review.evaluations[ply + 1]];
      if (!judgement || !before || !after) continue;
      made.current.push({ ply, judgement, before });
      analysis.amend(tree => applyJudgement(tree, ply, judgement, before, after));
    }
  }, [known, isServers]);
}
