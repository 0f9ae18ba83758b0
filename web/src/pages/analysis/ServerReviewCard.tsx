// SPDX-License-Identifier: MIT
/* The progress of the server's review of a game, and the button that requests one. */
import { mainLine, nodesOf } from '../../chess/tree';
import { formatNumber, t } from '../../i18n';
import { moveText } from '../../i18n/notation';
import { hasAccount } from '../../state/state';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Problem } from '../../ui/Problem';
import type { Analysis } from './useAnalysis';
import type { Review } from './useReview';
import type { ServerReview } from './useServerReview';
import { moveNumber } from './texts';

interface ServerReviewCardProps {
  analysis: Analysis;
  review: Review;
  serverReview: ServerReview;
}

/** A bar that fills, and the words for it. When it is full, the engine is still looking at the mistakes. */
function Progress({ done, total, text }: { done: number; total: number; text: string }) {
  return (
    <div class="body stack server-review">
      <p class="small muted" role="status">
        {text}
      </p>
      <progress max={total || 1} value={done < total ? done : undefined} aria-label={t('analysis.server.title')} />
    </div>
  );
}

function runningText({ done, total }: ServerReview): string {
  return done < total ? t('analysis.server.running', { done, total }) : t('analysis.server.checking');
}

function TurningPoints({ analysis, review }: ServerReviewCardProps) {
  const points = review.server?.turningPoints ?? [];
  const line = mainLine(analysis.tree);
  const nodes = nodesOf(analysis.tree, line);
  if (!points.length) return null;
  return (
    <p class="small wrap turning">
      <span class="muted">{t('analysis.server.turningPoints')}</span>
      {points.map(ply => (
        <button key={ply} type="button" class="link" onClick={() => analysis.select(line.slice(0, ply))}>
          {`${moveNumber(analysis.tree, ply - 1)} ${moveText(nodes[ply]?.san ?? '')}`}
        </button>
      ))}
    </p>
  );
}

function Finished(props: ServerReviewCardProps) {
  const nodes = props.review.server?.nodes;
  return (
    <div class="body stack server-review">
      <p class="small muted" role="status">
        {nodes ? t('analysis.server.done', { nodes: formatNumber(nodes) }) : t('analysis.server.title')}
      </p>
      <TurningPoints {...props} />
    </div>
  );
}

function Ask({ serverReview: { error, phase, request } }: ServerReviewCardProps) {
  const session = useStore(state => state.session);
  if (!hasAccount(session))
    return (
      <p class="body small muted">
        <a href="?login">{t('analysis.server.logIn')}</a>
      </p>
    );
  const problem = error ?? (phase === 'failed' ? t('analysis.server.failed') : '');
  return (
    <div class="body stack server-review">
      <Problem text={problem} />
      <Button kind="line" size="small" icon="graph" onClick={request} disabled={phase === 'asking'}>
        {t('analysis.server.request')}
      </Button>
    </div>
  );
}

export function ServerReviewCard(props: ServerReviewCardProps) {
  const { serverReview } = props;
  const { phase, place, done, total } = serverReview;
  if (phase === 'off' || phase === 'loading') return null;
  if (phase === 'waiting') return <Progress done={0} total={total} text={t('analysis.server.waiting', { place })} />;
  if (phase === 'running') return <Progress done={done} total={total} text={runningText(serverReview)} />;
  if (phase === 'done') return serverReview.read && <Finished {...props} />;
  return <Ask {...props} />;
}
