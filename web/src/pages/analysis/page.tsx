// SPDX-License-Identifier: MIT
/* The analysis board: /analysis, /analysis/<fen>. It works without a connection. */
import './page.css';
import { useMemo } from 'preact/hooks';
import { describeFault } from '../../app/faults';
import type { PageProps } from '../../app/page';
import { fenOfPath, movesOfAddress, variantOfAddress } from '../../chess/address';
import { mainLine, type Tree } from '../../chess/tree';
import { t } from '../../i18n';
import { recallAnalysis } from './kept';
import { treeOfMoves } from './load';
import { Workspace } from './Workspace';

/** The position of the address; the reason if it is none. */
function readAddress({ params, url }: PageProps): Tree | string {
  try {
    return treeOfMoves(fenOfPath(params['fen']), variantOfAddress(url), movesOfAddress(url));
  } catch (error) {
    return describeFault(error);
  }
}

export default function AnalysisPage(props: PageProps) {
  const address = props.url.pathname + props.url.search;
  const tree = useMemo(() => readAddress(props), [address]);
  const kept = useMemo(() => recallAnalysis('analysis', address), [address]);
  if (typeof tree !== 'string')
    return <Workspace key={address} address={address} tree={kept?.tree ?? tree} path={kept?.path ?? mainLine(tree)} game={null} side={kept?.side ?? 'white'} />;
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
