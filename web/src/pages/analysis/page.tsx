// SPDX-License-Identifier: MIT
/* The analysis board: /analysis, /analysis/<fen>. It works without a connection. */
import './page.css';
import { useMemo } from 'preact/hooks';
import { describeFault } from '../../app/faults';
import type { PageProps } from '../../app/page';
import { fenOfAddress, movesOfAddress, variantOfAddress } from '../../chess/address';
import { mainLine, type Path, type Tree } from '../../chess/tree';
import { readVariations } from '../../chess/variations';
import { t } from '../../i18n';
import { recallAnalysis } from './savedAnalysis';
import { treeOfFen } from './load';
import { Workspace } from './Workspace';

/** The position of the address; the reason if it is not valid. */
function readAddress({ params, url }: PageProps): Tree | string {
  try {
    return readVariations(treeOfFen(fenOfAddress(params['fen'], url), variantOfAddress(url)), movesOfAddress(url)) ?? t('analysis.badLink');
  } catch (error) {
    return describeFault(error);
  }
}

/** The move of the address; without one the last. */
const pathOf = (tree: Tree, hash: string): Path => mainLine(tree).slice(0, /^#\d{1,4}$/.test(hash) ? Number(hash.slice(1)) : undefined);

/** The part of the address that names a position: a dialog such as ?login belongs to the same one. */
function addressOf({ pathname, searchParams }: URL): string {
  const named = [...searchParams].filter(([name]) => ['variant', 'moves', 'fen', 'pgn', 'db', 'game'].includes(name));
  return named.length ? `${pathname}?${new URLSearchParams(named)}` : pathname;
}

/** Where the game of an opening database comes from that the address names. */
function sourceOf({ searchParams }: URL): string | null {
  const [db, id] = [searchParams.get('db'), searchParams.get('game')];
  return db && id ? `/api/explorer/game?${new URLSearchParams({ db, id })}` : null;
}

export default function AnalysisPage(props: PageProps) {
  const address = addressOf(props.url);
  const tree = useMemo(() => readAddress(props), [address]);
  const kept = useMemo(() => recallAnalysis('analysis', address), [address]);
  if (typeof tree !== 'string')
    return <Workspace key={address} address={address} tree={kept?.tree ?? tree} path={kept?.path ?? pathOf(tree, props.url.hash)} game={null} pgn={kept ? null : props.url.searchParams.get('pgn')} source={kept ? null : sourceOf(props.url)} side={kept?.side ?? 'white'} />;
  return (
    <div class="page lost">
      <h1>{t('analysis.badPosition')}</h1>
      <p>{tree}</p>
      <p>
        <a href="/analysis">{t('analysis.toStart')}</a>
      </p>
    </div>
  );
}
