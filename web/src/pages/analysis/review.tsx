// SPDX-License-Identifier: MIT
/* The review of a game of this server: /<id>/review#<ply>. */
import './page.css';
import { useMemo } from 'preact/hooks';
import { errorText } from '../../app/errors';
import type { PageProps } from '../../app/page';
import { mainLine, type Path, type Tree } from '../../chess/tree';
import { useTitle } from '../../app/title';
import { t } from '../../i18n';
import { getState } from '../../state/store';
import { Loading, useLoad } from '../../ui/Load';
import { HttpError } from '../../wire/http';
import { recallAnalysis } from './savedAnalysis';
import { isRunning, loadGame, type LoadedGame } from './load';
import { Workspace } from './Workspace';

const describe = (error: unknown): string => (error instanceof HttpError && error.status === 404 ? t('common.notFoundGame') : errorText(error));

/** The move of the address; without one the last, where the game ended. What was kept may be in a variation. */
function pathOf(tree: Tree, hash: string, kept: Path | null): Path {
  const line = mainLine(tree);
  const ply = /^#\d+$/.test(hash) ? Number(hash.slice(1)) : null;
  if (kept && (ply === null || ply === kept.length)) return kept;
  return line.slice(0, ply ?? line.length);
}

/** The viewer sits below, as during the game; guests, too. */
function sideOf({ game }: LoadedGame): 'white' | 'black' {
  const { user, name } = game.players.black;
  return (user?.name ?? name) === getState().session.name ? 'black' : 'white';
}

/** In place of a review: the engine would help the players. */
function StillRunning({ id }: { id: string }) {
  useTitle(t('analysis.stillRunning'));
  return (
    <div class="page lost">
      <h1>{t('analysis.stillRunning')}</h1>
      <p>{t('analysis.reviewLater')}</p>
      <p>
        <a href={`/${id}`}>{t('analysis.toGame')}</a>
      </p>
    </div>
  );
}

export default function ReviewPage({ params, url }: PageProps) {
  const id = params['id']!;
  const loaded = useLoad(id, () => loadGame(id));
  const kept = useMemo(() => recallAnalysis('review', url.pathname), [url.pathname]);
  if (loaded.data) {
    const { game } = loaded.data;
    if (isRunning(game)) return <StillRunning id={id} />;
    const tree = kept?.tree ?? loaded.data.tree;
    return <Workspace key={id} address={url.pathname} tree={tree} path={pathOf(tree, url.hash, kept?.path ?? null)} game={game} side={kept?.side ?? sideOf(loaded.data)} />;
  }
  return (
    <div class="page lost">
      <Loading loaded={loaded} describe={describe}>
        {() => null}
      </Loading>
    </div>
  );
}
