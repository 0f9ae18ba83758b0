// SPDX-License-Identifier: MIT
/* The review of a game of this server: /<id>/review#<ply>. */
import './page.css';
import { errorText } from '../../app/errors';
import type { PageProps } from '../../app/page';
import { mainLine } from '../../chess/tree';
import { t } from '../../i18n';
import { getState } from '../../state/store';
import { Loading, useLoad } from '../../ui/Load';
import { HttpError } from '../../wire/http';
import { loadGame, type LoadedGame } from './load';
import { Workspace } from './Workspace';

const describe = (error: unknown): string => (error instanceof HttpError && error.status === 404 ? t('common.notFoundGame') : errorText(error));

/** The move of the address; without one the last, where the game ended. */
function pathOf({ tree }: LoadedGame, hash: string) {
  const line = mainLine(tree);
  const ply = /^#\d+$/.test(hash) ? Number(hash.slice(1)) : line.length;
  return line.slice(0, ply);
}

/** The viewer sits below, as during the game. */
const sideOf = ({ game }: LoadedGame): 'white' | 'black' =>
  game.players.black.user?.name !== undefined && game.players.black.user.name === getState().session.name ? 'black' : 'white';

export default function ReviewPage({ params, url }: PageProps) {
  const id = params['id']!;
  const loaded = useLoad(id, () => loadGame(id));
  if (loaded.data) return <Workspace key={id} tree={loaded.data.tree} path={pathOf(loaded.data, url.hash)} game={loaded.data.game} side={sideOf(loaded.data)} />;
  return (
    <div class="page lost">
      <Loading loaded={loaded} describe={describe}>
        {() => null}
      </Loading>
    </div>
  );
}
