// SPDX-License-Identifier: MIT
/* The board with evaluation bar and the best move as an arrow: both sides may move. */
import type { Side } from '../../base/side';
import type { DrawShape } from '../../board/Board';
import { MoveBoard, moveShape } from '../../board/MoveBoard';
import { winningChance, type Score } from '../../chess/evaluation';
import { updateNode, type Shape } from '../../chess/tree';
import { t } from '../../i18n';
import { useBoardPreferences } from '../../state/preferences';
import type { Analysis } from './useAnalysis';
import { scoreLabel } from './texts';

/** White's part grows from below, or from above if Black sits below. */
export function Gauge({ score, orientation }: { score: Score | null; orientation: Side }) {
  const chance = score ? winningChance(score) : 0.5;
  const label = score ? t('analysis.evaluation', { score: scoreLabel(score) }) : t('analysis.noEvaluation');
  return (
    <div class={orientation === 'black' ? 'gauge flipped' : 'gauge'} role="img" aria-label={label}>
      <i style={{ transform: `scaleY(${chance.toFixed(3)})` }} />
    </div>
  );
}

export interface AnalysisBoardProps {
  analysis: Analysis;
  /** The engine's best move, drawn as an arrow. */
  arrow: string | null;
  score: Score | null;
}

const toDraw = ({ from, to, brush }: Shape): DrawShape => ({ orig: from, dest: to, brush }) as DrawShape;
const toShape = ({ orig, dest, brush }: DrawShape): Shape => (dest ? { from: orig, to: dest, brush: brush ?? 'green' } : { from: orig, brush: brush ?? 'green' });

export function AnalysisBoard({ analysis, arrow, score }: AnalysisBoardProps) {
  const { position, orientation, node, path } = analysis;
  const setShapes = (shapes: DrawShape[]) => analysis.change(tree => updateNode(tree, path, { shapes: shapes.map(toShape) }));
  return (
    <MoveBoard
      {...useBoardPreferences()}
      position={position}
      orientation={orientation}
      lastMove={path[path.length - 1]}
      mover="both"
      canMove
      choice={analysis.choice}
      onChoose={analysis.choose}
      onMove={analysis.move}
      onDrop={analysis.play}
      shapes={{ list: node.shapes.map(toDraw), onChange: setShapes }}
      autoShapes={arrow ? [moveShape(arrow)] : []}
      revision={analysis.revision}
    >
      <Gauge score={score} orientation={orientation} />
    </MoveBoard>
  );
}
