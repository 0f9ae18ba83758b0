// SPDX-License-Identifier: MIT
/* Beside the board: about the game, its accuracy, and how to share it. Below 1280 px this is the tab
 * *Summary* of the panel. */
import { copyWithToast } from '../../app/copy';
import { endOf } from '../../app/endings';
import { errorText } from '../../app/errors';
import { ratedInWords } from '../../app/terms';
import { toast } from '../../app/toast';
import { scoreText } from '../../base/score';
import { minutesText } from '../../base/timecontrol';
import type { Opening } from '../../chess/openings';
import { positionAddress } from '../../chess/address';
import { isMainLine, mainLine } from '../../chess/tree';
import { variants } from '../../base/variants';
import { variationsText } from '../../chess/variations';
import { formatDate, formatDecimal, formatTime, t, tryText } from '../../i18n';
import { Button, IconButton } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { navigate } from '../../app/router';
import { summarise, type Mark } from './judge';
import { treeOfFen, treeOfGame, treeToPgn, type ExportedGame } from './load';
import type { Analysis } from './useAnalysis';
import { ServerReviewCard } from './ServerReviewCard';
import type { Review } from './useReview';
import type { ServerReview } from './useServerReview';

export const resultOf = (game: ExportedGame): string => scoreText(game) || '–';

function controlOf({ clock, daysPerTurn }: ExportedGame): string {
  if (clock) return `${minutesText(Number((clock.initial / 60).toFixed(2)))}+${clock.increment}`;
  return daysPerTurn ? t('common.days', { n: daysPerTurn }) : t('common.noClock');
}

export interface SideProps {
  analysis: Analysis;
  game: ExportedGame | null;
  opening: Opening | null;
  review: Review;
  serverReview: ServerReview;
  onImport(): void;
}

function Info({ analysis, game, opening }: SideProps) {
  const { tags } = analysis.tree;
  const variant = tryText(`variant.${analysis.tree.variant}`, analysis.tree.variant);
  const result = game ? resultOf(game) : tags['Result'];
  const place = [tags['Event'], tags['Site'], tags['Date']].filter(text => text && !text.startsWith('?')).join(', ');
  return (
    <section class="card info" aria-label={t('analysis.about')}>
      {result && result !== '*' && (
        <p class="t">
          <b>{result.replace('1/2-1/2', '½–½').replace('-', '–')}</b>
          {game && <span>{endOf(game.status, analysis.line.length)}</span>}
        </p>
      )}
      {opening ? <p class="small muted">{`${opening.name}, ${opening.eco}`}</p> : <p class="small muted">{variant}</p>}
      {game && (
        <p class="small muted">
          {`${controlOf(game)}, ${ratedInWords(game.rated)}, ${formatDate(game.createdAt)} ${formatTime(game.createdAt)}`}
        </p>
      )}
      {!game && place && <p class="small muted">{place}</p>}
    </section>
  );
}

const rows: readonly [Mark, 'g-good' | 'g-inacc' | 'g-mistake' | 'g-blunder'][] = [
  ['brilliant', 'g-good'],
  ['good', 'g-good'],
  ['inaccuracy', 'g-inacc'],
  ['mistake', 'g-mistake'],
  ['blunder', 'g-blunder'],
];

function AccuracyTable({ review }: { review: Review }) {
  const { white, black } = review.server?.totals ?? { white: summarise(review.judgements, 'white'), black: summarise(review.judgements, 'black') };
  const other: Mark = review.server ? 'good' : 'brilliant'; // only the server finds brilliant moves, only the page finds good ones
  return (
    <dl class="acc">
      <div>
        <dt>{t('analysis.accuracy')}</dt>
        <dd class="big">
          <span class="side w" aria-hidden="true" />
          <span class="sr">{t('common.white')} </span>
          {white.accuracy ?? '–'}
        </dd>
        <dd class="big">
          <span class="side b" aria-hidden="true" />
          <span class="sr">{t('common.black')} </span>
          {black.accuracy ?? '–'}
        </dd>
      </div>
      {rows.filter(([mark]) => mark !== other).map(([mark, name]) => (
        <div key={mark}>
          <dt>{t(`analysis.count.${mark}`)}</dt>
          <dd class={white.marks[mark] ? name : undefined}>{white.marks[mark]}</dd>
          <dd class={black.marks[mark] ? name : undefined}>{black.marks[mark]}</dd>
        </div>
      ))}
      <div>
        <dt>{t('analysis.averageLoss')}</dt>
        <dd>{formatDecimal(white.averageLoss, 2)}</dd>
        <dd>{formatDecimal(black.averageLoss, 2)}</dd>
      </div>
    </dl>
  );
}

function AccuracyCard({ analysis, game, review, serverReview }: SideProps) {
  const done = Math.max(0, review.evaluations.length - 1); // the first one is of the position before the moves
  const total = review.judgements.length;
  if (review.judgements.length < 2) return null;
  return (
    <Card title={t('analysis.accuracy')} extra={review.running ? <span class="small muted" role="status">{t('analysis.progress', { done, total })}</span> : null}>
      {review.error && <p class="body error" role="alert">{t('analysis.engineFailed')}</p>}
      {game && <ServerReviewCard analysis={analysis} review={review} serverReview={serverReview} />}
      {!review.server && serverReview.busy ? null : review.running || review.evaluations.length > 0 ? (
        <AccuracyTable review={review} />
      ) : (
        <div class="body stack">
          <p class="small muted">{t('analysis.reviewHint')}</p>
          <Button kind="line" size="small" icon="graph" onClick={review.start} disabled={!analysis.tree.root.children.length}>
            {t('analysis.reviewAll')}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Longer addresses are cut by some programs that people send them with. */
const LINK_MAX = 2000;

/** The address of the moves with their variations; without them if it would be too long, then of the position alone. */
export function movesAddress({ tree, path, position }: Pick<Analysis, 'tree' | 'path' | 'position'>): string {
  const main = mainLine(tree);
  const texts = [variationsText(tree), main.join('.')].map(text => positionAddress('analysis', tree.start, tree.variant, text));
  const fitting = texts.find(text => text.length <= LINK_MAX);
  if (!fitting) return positionAddress('analysis', position.fen(), tree.variant);
  return isMainLine(tree, path) && path.length < main.length ? `${fitting}#${path.length}` : fitting;
}

/** The address of the analysis, or of the review at this move. */
const shareAddress = (analysis: Analysis, game: ExportedGame | null): string =>
  new URL(game ? `/${game.id}/review#${analysis.path.length}` : movesAddress(analysis), location.href).href;

/** The module for PGN is loaded when it is needed, which may not be possible. */
function sayFailed(error: unknown): void {
  toast(errorText(error), 'bad');
}

/** Goes back to the start position, or to the game as it was played; undo brings the moves back. */
export async function startOver(analysis: Analysis, game: ExportedGame | null): Promise<void> {
  const tree = game ? await treeOfGame(game).catch(sayFailed) : treeOfFen(null, analysis.tree.variant);
  if (tree) analysis.load(tree);
}

const copyPgn = ({ tree }: Analysis): Promise<void> => treeToPgn(tree).then(pgn => copyWithToast(pgn, t('common.copied')), sayFailed);

export async function downloadPgn(analysis: Analysis, name: string): Promise<void> {
  const pgn = await treeToPgn(analysis.tree).catch(sayFailed);
  if (pgn === undefined) return;
  const address = URL.createObjectURL(new Blob([pgn], { type: 'application/x-chess-pgn' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: `${name}.pgn` });
  link.click();
  URL.revokeObjectURL(address);
}

function Share({ analysis, game, onImport }: SideProps) {
  const fen = analysis.position.fen();
  const { variant } = analysis.tree;
  return (
    <Card title={t('analysis.share')}>
      <div class="body stack">
        <div class="field">
          <label for="fen">FEN</label>
          <div class="with-btn">
            <input class="input mono" id="fen" readOnly value={fen} onFocus={event => event.currentTarget.select()} />
            <IconButton icon="copy" label={t('analysis.copyFen')} onClick={() => void copyWithToast(fen, t('common.copied'))} />
          </div>
        </div>
        {!game && (
          <div class="field">
            <label for="variant">{t('analysis.variant')}</label>
            <select id="variant" class="input" value={variant} onChange={event => navigate(`/analysis?variant=${event.currentTarget.value}`)}>
              {variants.map(name => (
                <option key={name} value={name}>
                  {t(`variant.${name}`)}
                </option>
              ))}
            </select>
          </div>
        )}
        <div class="wrap">
          <Button kind="line" size="small" onClick={() => void copyPgn(analysis)}>
            {t('analysis.copyPgn')}
          </Button>
          <Button kind="line" size="small" onClick={() => void copyWithToast(shareAddress(analysis, game), t('common.copied'))}>
            {t('analysis.copyLink')}
          </Button>
          <Button kind="line" size="small" onClick={onImport}>
            {t('analysis.import')}
          </Button>
          <Button kind="line" size="small" disabled={!analysis.tree.root.children.length} onClick={() => void startOver(analysis, game)}>
            {t('analysis.startOver')}
          </Button>
          <a class="btn line small" href={positionAddress('editor', fen, variant)}>
            {t('analysis.editor')}
          </a>
        </div>
        <p class="small muted">{t('analysis.dropHint')}</p>
      </div>
    </Card>
  );
}

export function SideCards(props: SideProps) {
  return (
    <>
      <Info {...props} />
      <AccuracyCard {...props} />
      <Share {...props} />
    </>
  );
}
