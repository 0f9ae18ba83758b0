// SPDX-License-Identifier: MIT
/* The panel at the right: engine, tabs, graph, transport. */
import { useState } from 'preact/hooks';
import { useKeys } from '../../app/keys';
import { MoveField } from '../../app/MoveField';
import { questionOf } from '../../app/questions';
import { moveInWords } from '../../board/names';
import type { Score } from '../../chess/evaluation';
import type { Opening } from '../../chess/openings';
import type { Outcome } from '../../chess/rules';
import { isMainLine, mainLine, nodesOf, parentOf, nextPath, branchOf, type Tree } from '../../chess/tree';
import { t } from '../../i18n';
import { moveText } from '../../i18n/notation';
import { IconButton } from '../../ui/Button';
import { Tabs } from '../../ui/Tabs';
import { Comments } from './Comments';
import { EndgamePanel } from './EndgamePanel';
import { EnginePanel } from './EnginePanel';
import { Graph } from './Graph';
import { Menu } from './Menu';
import { MoveTree } from './MoveTree';
import { Openings } from './Openings';
import { SideCards, type SideProps } from './Side';
import type { Analysis } from './useAnalysis';
import type { EngineSettings, EngineView } from './useEngine';
import { scoreLabel } from './texts';

export interface PanelProps extends SideProps {
  /** The opening of the shown position; that of a game under review is `opening`. */
  reached: Opening | null;
  view: EngineView;
  settings: EngineSettings;
  onSettings(change: Partial<EngineSettings>): void;
  score: Score | null;
  /** Along the main line. */
  scores: readonly (Score | null)[];
  /** The game is over in the shown position. */
  over: Outcome | null;
  /** A move of the explorer is pointed at. */
  onHover(uci: string | null): void;
}

type TabName = 'moves' | 'summary' | 'openings' | 'comments';

/** The time of each move of the main line: as the file says, else by the clocks. */
export function timesOf(tree: Tree): (number | null)[] {
  const nodes = nodesOf(tree, mainLine(tree)).slice(1);
  const [, base, increment] = /^(\d+)(?:\+(\d+))?$/.exec(tree.tags['TimeControl'] ?? '') ?? [];
  const first = base === undefined ? undefined : Number(base) * 1000;
  return nodes.map((node, ply) => {
    if (node.elapsed !== undefined) return node.elapsed;
    const before = ply < 2 ? first : nodes[ply - 2]?.clock;
    if (before === undefined || node.clock === undefined) return null;
    return Math.max(0, before - node.clock + Number(increment ?? 0) * 1000);
  });
}

/** Above a move the graph marks the place where the variation left the main line. */
const mainPly = ({ tree, path }: Analysis): number => {
  let at = path;
  while (!isMainLine(tree, at)) at = branchOf(tree, at);
  return at.length;
};

function Transport({ analysis }: { analysis: Analysis }) {
  const { tree, path, line, select } = analysis;
  const atEnd = path.length === line.length;
  return (
    <>
      <IconButton icon="first" label={t('common.firstMove')} disabled={!path.length} onClick={() => select([])} />
      <IconButton icon="prev" label={t('common.previousMove')} disabled={!path.length} onClick={() => select(parentOf(path))} />
      <IconButton icon="next" label={t('common.nextMove')} disabled={atEnd} onClick={() => select(nextPath(tree, path, line))} />
      <IconButton icon="last" label={t('common.lastMove')} disabled={atEnd} onClick={() => select(line)} />
      <IconButton icon="flip" label={t('common.flip')} onClick={analysis.flip} />
    </>
  );
}

/** 'Plus 1.9, bishop e4', for people who do not see the panel. */
function evaluationText({ score, view, analysis }: PanelProps): string {
  if (!score) return t('analysis.noEvaluation');
  const best = view.info?.lines[0]?.moves[0];
  const words = best ? [moveInWords(analysis.position.san(best))] : [];
  return [scoreLabel(score), ...words].join(', ');
}

export function Panel(props: PanelProps) {
  const { analysis, view, settings, onSettings, score, scores, over, reached } = props;
  const { tree, path, select } = analysis;
  const [tab, setTab] = useState<TabName>('moves');
  useKeys({ x: () => setTab(tab === 'openings' ? 'moves' : 'openings') });
  const main = mainLine(tree);
  const sans = nodesOf(tree, main).slice(1).map(node => moveText(node.san));
  const tabs: { id: TabName; label: string }[] = [
    { id: 'moves', label: t('common.moves') },
    { id: 'summary', label: t('analysis.summary') },
    { id: 'openings', label: t('analysis.openings') },
    { id: 'comments', label: t('analysis.comments') },
  ];
  const hasGraph = sans.length > 1 && (scores.some(Boolean) || props.review.running || props.serverReview.busy);
  return (
    <section class="card g-panel" data-tab={tab} aria-label={t('analysis.panel')}>
      <EnginePanel tree={tree} path={path} view={view} settings={settings} score={score} over={over} onSettings={onSettings} onPlay={moves => moves[0] && analysis.play(moves[0])} />
      <EndgamePanel analysis={analysis} />
      <Tabs name="panel" label={t('analysis.panel')} tabs={tabs} current={tab} onSelect={id => setTab(id)} />
      {tab === 'moves' && <MoveTree tree={tree} path={path} onSelect={select} />}
      {tab === 'summary' && (
        <div class="sheet summary" role="tabpanel" id="panel-summary" aria-labelledby="panel-summary-tab">
          <SideCards {...props} />
        </div>
      )}
      {tab === 'openings' && <Openings analysis={analysis} opening={reached} onHover={props.onHover} />}
      {tab === 'comments' && <Comments analysis={analysis} />}
      {tab === 'moves' && (
        <MoveField
          position={analysis.position}
          drops={tree.variant === 'crazyhouse'}
          onMove={analysis.play}
          answer={text => (questionOf(text) === 'eval' ? evaluationText(props) : null)}
        />
      )}
      {hasGraph && <Graph tree={tree} scores={scores} times={timesOf(tree)} sans={sans} ply={mainPly(analysis)} onSelect={ply => select(main.slice(0, ply))} />}
      <div class="transport" role="group" aria-label={t('analysis.navigation')}>
        <Transport analysis={analysis} />
        <Menu {...props} onTab={setTab} />
      </div>
    </section>
  );
}

