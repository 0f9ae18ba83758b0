// SPDX-License-Identifier: MIT
/* Analysis and review: board, engine, moves, graph. */
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { announce } from '../../app/announce';
import { errorText } from '../../app/errors';
import { isTextField, useKeys } from '../../app/keys';
import { toast } from '../../app/toast';
import { useTitle } from '../../app/title';
import { useTyping } from '../../app/typing';
import { useWheel } from '../../app/wheel';
import { opposite } from '../../base/side';
import { announcedMove, sideName } from '../../board/names';
import type { Score } from '../../chess/evaluation';
import { makeLine, withoutNullMoves } from '../../chess/line';
import { isMainLine, mainLine, nextPath, nodesOf, parentOf, branchOf, variationAfter, type Path, type Tree } from '../../chess/tree';
import { t } from '../../i18n';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/Button';
import { getText } from '../../wire/http';
import { AnalysisBoard } from './AnalysisBoard';
import { Bar, nameOf } from './Bars';
import { GameList, ImportDialog, useOpener, usePasteAndDrop } from './Import';
import { useSavedAnalysis } from './savedAnalysis';
import { isError } from './judge';
import type { ExportedGame } from './load';
import { useOpening } from '../../ui/Opening';
import { Panel } from './Panel';
import { resultOf, SideCards } from './Side';
import { useAnalysis, type Analysis } from './useAnalysis';
import { useEngine, useEngineSettings } from './useEngine';
import { useMarks } from './useMarks';
import { useReview, type Review } from './useReview';
import { useServerReview, type ServerReview } from './useServerReview';
import { outcomeScore } from './texts';

export interface WorkspaceProps {
  /** Of the page: the analysis is kept for it. */
  address: string;
  tree: Tree;
  path: Path;
  /** The game under review. */
  game: ExportedGame | null;
  side: 'white' | 'black';
  /** A text of the address to open. */
  pgn?: string | null;
  /** Where to get the text of a game to open. */
  source?: string | null;
}

/** The scores along the main line: of the server while it is at work, of the review, else as the file has them. */
export function scoresOf(tree: Tree, review: Review, scores: ReadonlyMap<number, Score>): (Score | null)[] {
  const nodes = nodesOf(tree, mainLine(tree));
  if (scores.size) return nodes.map((_, ply) => scores.get(ply) ?? null);
  return nodes.map((node, ply) => review.evaluations[ply]?.score ?? node.score ?? null);
}

/** The server's review if it is finished, else that of the page. */
function reviewOf(local: Review, { read }: ServerReview): Review {
  return read ? { ...local, evaluations: read.evaluations, judgements: read.judgements, running: false, error: null, server: read } : local;
}

/** The next move after the shown one that is marked as bad; from the start again after the last. */
function nextMistake(analysis: Analysis, review: Review): Path | null {
  const line = mainLine(analysis.tree);
  const bad = review.judgements.flatMap((judgement, i) => (isError(judgement?.mark ?? null) ? [i + 1] : []));
  const here = isMainLine(analysis.tree, analysis.path) ? analysis.path.length : branchOf(analysis.tree, analysis.path).length;
  const ply = bad.find(number => number > here) ?? bad[0];
  return ply === undefined ? null : line.slice(0, ply);
}

/** The next key may come before the browser has painted: the handler changes with the page, not after it. */
function useHistoryKeys({ undo, redo }: Pick<Analysis, 'undo' | 'redo'>): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTextField(document.activeElement)) return;
      const key = event.key.toLowerCase();
      const action = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : undefined;
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
}

/** Announces each move that is reached. */
function useAnnouncedMoves({ path, node, position }: Analysis): void {
  useEffect(() => {
    if (path.length) announce(announcedMove(sideName(opposite(position.turn)), node.san));
  }, [path]);
}

/** The address of a review names the shown move, and a change of it goes there. */
function useHash({ path, tree, select }: Analysis, game: ExportedGame | null): void {
  useEffect(() => {
    if (game) history.replaceState(null, '', `#${path.length}`);
  }, [path.length]);
  useEffect(() => {
    // Not location.hash: the effect above may have replaced it since.
    const onHash = (event: HashChangeEvent) => {
      const ply = /#(\d+)$/.exec(event.newURL)?.[1];
      if (game && ply) select(mainLine(tree).slice(0, Number(ply)));
    };
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  });
}

function useAnalysisKeys(analysis: Analysis, review: Review, best: string | undefined, toggleEngine: () => void): void {
  const { tree, path, line } = analysis;
  const step = (next: Path | null) => next && analysis.select(next);
  useWheel(by => step(by < 0 ? parentOf(path) : nextPath(tree, path, line)));
  useKeys({
    ...useTyping({ f: analysis.flip }),
    ArrowLeft: () => step(parentOf(path)),
    ArrowRight: () => step(nextPath(tree, path, line)),
    ArrowUp: () => step([]),
    ArrowDown: () => step(line),
    Home: () => step([]),
    End: () => step(line),
    'Shift+ArrowLeft': () => step(branchOf(tree, path)),
    'Shift+ArrowRight': () => step(variationAfter(tree, path)),
    ' ': () => best && analysis.play(best),
    l: toggleEngine,
    n: () => step(nextMistake(analysis, review)),
    z: () => document.body.classList.toggle('zen'),
  });
  useEffect(() => () => document.body.classList.remove('zen'), []);
}

export function Workspace({ address, tree, path, game, side, pgn, source }: WorkspaceProps) {
  const analysis = useAnalysis(tree, path, side);
  useSavedAnalysis(game ? 'review' : 'analysis', address, analysis);
  const { position } = analysis;
  const [settings, setSettings] = useEngineSettings();
  const [importing, setImporting] = useState(false);
  const [hovered, setHovered] = useState<string | null>(null);
  const outcome = position.outcome();
  const view = useEngine(withoutNullMoves(analysis.game), outcome !== null, settings);
  const serverReview = useServerReview(game, analysis.tree);
  const review = reviewOf(useReview(analysis.tree, game !== null, serverReview.busy), serverReview);
  useMarks(analysis, review);
  const reached = useOpening(analysis.game, 0);
  const whole = useMemo(() => makeLine(analysis.tree.variant, analysis.tree.start, mainLine(analysis.tree)), [analysis.tree]);
  const ofGame = useOpening(whole, 0);
  const opening = game ? ofGame : reached;
  const opener = useOpener(analysis.tree.variant, next => analysis.load(next));
  const openText = (text: string) => void opener.open(text).then(problem => problem && toast(problem, 'bad'));
  usePasteAndDrop(openText);
  useEffect(() => {
    if (pgn) openText(pgn);
    if (source) getText(source).then(openText, (error: unknown) => toast(errorText(error), 'bad'));
  }, []);
  useAnnouncedMoves(analysis);
  useHistoryKeys(analysis);

  const best = view.info?.lines[0];
  const onMain = isMainLine(analysis.tree, analysis.path);
  const score: Score | null = (outcome && outcomeScore(outcome)) ?? best?.score ?? (onMain ? review.evaluations[analysis.path.length]?.score : undefined) ?? analysis.node.score ?? null;
  const scores = useMemo(() => scoresOf(analysis.tree, review, serverReview.scores), [analysis.tree, review.evaluations, serverReview.scores]);
  const title = game || analysis.tree.tags['White'] ? t('analysis.against', { white: nameOf(analysis, game, 'white'), black: nameOf(analysis, game, 'black') }) : t('analysis.title');
  useTitle(game ? t('analysis.reviewTitle', { game: title }) : title);
  useHash(analysis, game);
  useAnalysisKeys(analysis, review, best?.moves[0], () => setSettings({ on: !settings.on }));

  const sideProps = { analysis, game, opening, review, serverReview, onImport: () => setImporting(true) };
  const zh = analysis.tree.variant === 'crazyhouse' ? ' zh' : '';
  return (
    <div class={`game ana${zh}`}>
      <h1 class="sr">{game ? `${t('analysis.reviewTitle', { game: title })}, ${resultOf(game)}` : title}</h1>
      <div class="g-bar">
        <a class="icon-btn" href={game ? `/${game.id}` : '/'} aria-label={t('common.back')}>
          <Icon name="back" />
        </a>
        <p class="t clip">
          {game && <b>{resultOf(game)} </b>}
          {title}
        </p>
        <IconButton icon="upload" label={t('analysis.import')} onClick={() => setImporting(true)} />
      </div>
      <div class="g-side">
        <SideCards {...sideProps} />
      </div>
      <Bar analysis={analysis} game={game} side={opposite(analysis.orientation)} place="top" />
      <AnalysisBoard analysis={analysis} score={score} arrow={hovered ?? (settings.on && settings.arrow ? (best?.moves[0] ?? null) : null)} />
      <Bar analysis={analysis} game={game} side={analysis.orientation} place="bottom" />
      <Panel {...sideProps} reached={reached} view={view} settings={settings} onSettings={setSettings} score={score} scores={scores} over={outcome} onHover={setHovered} />
      {importing && <ImportDialog open={opener.open} onClose={() => setImporting(false)} />}
      <GameList opener={opener} />
    </div>
  );
}
