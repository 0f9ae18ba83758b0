// SPDX-License-Identifier: MIT
/* The board with evaluation bar, arrows, pockets and promotion: both sides may move. */
import type { Api } from '@lichess-org/chessground/api';
import type { Piece as CgPiece } from '@lichess-org/chessground/types';
import { useEffect, useRef, useState } from 'preact/hooks';
import { opposite, type Side } from '../../base/side';
import { Board, type DrawShape } from '../../board/Board';
import { Pocket } from '../../board/Pocket';
import { Promotion } from '../../board/Promotion';
import { winningChance, type Score } from '../../chess/evaluation';
import { squaresOf } from '../../chess/moves';
import { letterOf, readPockets, type Role } from '../../chess/pieces';
import { updateNode, type Shape } from '../../chess/tree';
import { t } from '../../i18n';
import { animationTime, usePreference } from '../../state/preferences';
import type { Analysis } from './useAnalysis';
import { scoreLabel } from './words';

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

const arrowShapes = (uci: string | null): DrawShape[] => {
  if (!uci) return [];
  const [from, to] = squaresOf(uci);
  return [{ orig: from, dest: to, brush: 'green' } as DrawShape];
};

const toDraw = ({ from, to, brush }: Shape): DrawShape => ({ orig: from, dest: to, brush }) as DrawShape;
const toShape = ({ orig, dest, brush }: DrawShape): Shape => (dest ? { from: orig, to: dest, brush: brush ?? 'green' } : { from: orig, brush: brush ?? 'green' });

export function AnalysisBoard({ analysis, arrow, score }: AnalysisBoardProps) {
  const { position, orientation, node, path } = analysis;
  const api = useRef<Api | null>(null);
  const [picked, setPicked] = useState<Role | null>(null);
  useEffect(() => setPicked(null), [path]);
  const fen = position.fen();
  const pockets = readPockets(fen);
  const targets = (role: Role) => position.drops().get(letterOf(role).toUpperCase()) ?? [];

  const drop = (role: Role, square: string) => {
    setPicked(null);
    if (targets(role).includes(square)) analysis.play(`${letterOf(role).toUpperCase()}@${square}`);
    else analysis.choose(null); // draws the board again
  };
  const drag = (role: Role, event: MouseEvent | TouchEvent) =>
    api.current?.dragNewPiece({ role, color: position.turn } as CgPiece, event as never);
  const setShapes = (shapes: DrawShape[]) => analysis.change(tree => updateNode(tree, path, { shapes: shapes.map(toShape) }));
  const marked = new Map(picked ? targets(picked).map(square => [square, 'move-dest']) : []);
  const pocket = (place: 'top' | 'bottom', color: Side) =>
    pockets && (
      <Pocket place={place} color={color} pieces={pockets[color]} usable={position.turn === color} picked={picked} onPick={setPicked} onDrag={drag} />
    );

  return (
    <>
      {pocket('top', opposite(orientation))}
      <Gauge score={score} orientation={orientation} />
      <div class="g-board">
        <Board
          fen={fen}
          orientation={orientation}
          turn={position.turn}
          lastMove={path.length ? squaresOf(path[path.length - 1]!) : undefined}
          check={position.inCheck}
          movable="both"
          dests={position.dests()}
          onMove={analysis.move}
          onDrop={drop}
          onSquare={picked ? square => drop(picked, square) : undefined}
          marked={marked}
          shapes={node.shapes.map(toDraw)}
          autoShapes={arrowShapes(arrow)}
          onShapes={setShapes}
          coordinates={usePreference('coords') !== 'none'}
          showDests={usePreference('destination')}
          highlight={usePreference('highlight')}
          animation={animationTime(usePreference('animation'))}
          apiRef={value => (api.current = value)}
          revision={analysis.revision}
        >
          {analysis.choice && (
            <Promotion
              square={analysis.choice.uci.slice(2, 4)}
              orientation={orientation}
              color={position.turn}
              choices={analysis.choice.letters}
              onChoose={analysis.choose}
              onCancel={() => analysis.choose(null)}
            />
          )}
        </Board>
      </div>
      {pocket('bottom', orientation)}
    </>
  );
}
