// SPDX-License-Identifier: MIT
/* Beside the board: what to do, how it went, where the puzzle comes from, and what to solve next. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { MoveField } from '../../app/MoveField';
import { positionAddress } from '../../chess/address';
import type { Line } from '../../chess/line';
import { formatNumber, t } from '../../i18n';
import { playerName } from '../../i18n/names';
import { moveText } from '../../i18n/notation';
import { hasAccount } from '../../state/state';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Icon, type IconName } from '../../ui/Icon';
import { ratingText, signed } from '../../ui/Player';
import { useKeepFocus } from '../../ui/useKeepFocus';
import type { PuzzleAnswer } from './api';
import { hintedSquare, isOver, shownPly, type Solving } from './solving';
import { themeName } from './themes';
import type { Puzzling } from './useSolving';

const hintOf = (state: Solving, line: Line): string => t('training.hinted', { square: hintedSquare(state, line) });

function statusOf({ state, line, side }: Puzzling): { icon: IconName; kind: string; head: string; text: string } {
  const name = t(`common.${side}`);
  switch (state.phase) {
    case 'wrong':
      return { icon: 'close', kind: 'bad', head: t('training.wrong'), text: t('training.tryAgain') };
    case 'solved':
      return { icon: 'check', kind: 'good', head: t(state.failed ? 'training.solvedLate' : 'training.solved'), text: t('training.goOn') };
    case 'shown':
      return { icon: 'info', kind: '', head: t('training.solution'), text: t('training.goOn') };
    default:
      if (state.verdict === 'wrong') return { icon: 'close', kind: 'bad', head: t('training.wrong'), text: state.hint ? hintOf(state, line) : t('training.tryAgain') };
      if (state.hint) return { icon: 'lightbulb', kind: '', head: hintOf(state, line), text: t('training.find', { side: name }) };
      if (state.verdict === 'right') return { icon: 'check', kind: 'good', head: t('training.right'), text: t('training.keepGoing') };
      return { icon: 'swords', kind: '', head: t('training.toMove', { side: name }), text: t('training.find', { side: name }) };
  }
}

function Status({ puzzling }: { puzzling: Puzzling }) {
  const { icon, kind, head, text } = statusOf(puzzling);
  return (
    <div class={`t-status ${kind}`}>
      <span class="ico">
        <Icon name={icon} />
      </span>
      <p>
        <b>{head}</b>
        <br />
        <span class="muted">{text}</span>
      </p>
    </div>
  );
}

/** What the attempt did to the rating, or why it did nothing. */
function RatingLine({ puzzling, given }: { puzzling: Puzzling; given: PuzzleAnswer }) {
  const { answer, error, retry } = puzzling;
  const account = useStore(state => hasAccount(state.session));
  if (error)
    return (
      <p class="failed" role="alert">
        {error}{' '}
        <Button kind="line" size="small" onClick={retry}>
          {t('common.tryAgain')}
        </Button>
      </p>
    );
  const round = answer?.rounds[0];
  if (!account) return <p class="muted small">{t('training.guest')}</p>;
  if (round ? round.ratingDiff === undefined : given.user?.win !== undefined) return <p class="muted small">{t('training.triedBefore')}</p>;
  const now = answer?.glicko ?? given.user;
  const diff = round?.ratingDiff;
  return (
    <p class="t-rating">
      {t('training.yourRating')} <b class="slab">{now && ratingText({ rating: Math.round(now.rating), provisional: now.provisional })}</b>{' '}
      {diff !== undefined && <span class={diff < 0 ? 'down' : 'up'}>{signed(diff)}</span>}
    </p>
  );
}

/** 'Anna – Bert', as a link if the game can be read. */
function Source({ given }: { given: PuzzleAnswer }) {
  const { game, puzzle } = given;
  if (!game) return null;
  const [white, black] = (['white', 'black'] as const).map(side => playerName(game.players.find(player => player.color === side)?.name ?? '?'));
  const names = white === '?' && black === '?' ? t('training.game') : `${white} – ${black}`;
  const ply = puzzle.initialPly === undefined ? '' : `#${puzzle.initialPly + 1}`;
  const href = game.id ? `/${game.id}/review${ply}` : game.site;
  return (
    <>
      <dt>{t('training.from')}</dt>
      <dd>{href ? <a href={href}>{names}</a> : names}</dd>
    </>
  );
}

/** Details that would reveal the solution are shown when the puzzle is over. */
function Facts({ puzzling, given }: { puzzling: Puzzling; given: PuzzleAnswer }) {
  const { puzzle } = given;
  const over = isOver(puzzling.state);
  return (
    <dl class="t-facts">
      <dt>{t('training.rating')}</dt>
      <dd>{over ? puzzle.rating : t('training.hidden')}</dd>
      <dt>{t('training.plays')}</dt>
      <dd>{formatNumber(puzzle.plays)}</dd>
      {over && <Source given={given} />}
      {over && (
        <>
          <dt>{t('training.themes')}</dt>
          <dd>{puzzle.themes.map(themeName).join(', ')}</dd>
        </>
      )}
    </dl>
  );
}

/** The moves so far; when it is over all of them, to look at. */
function Moves({ puzzling: { line, state, look } }: { puzzling: Puzzling }) {
  const [, side, , , , first] = line.start.split(' ');
  const number = Number(first) || 1;
  const offset = side === 'b' ? 1 : 0;
  const over = isOver(state);
  const shown = over ? line.sans : line.sans.slice(0, state.ply);
  return (
    <p class="t-moves slab">
      {shown.map((san, i) => {
        const at = i + offset;
        const before = at % 2 === 0 ? `${number + at / 2}. ` : i === 0 ? `${number}… ` : '';
        return (
          <span key={i}>
            {before}
            {over ? (
              <button type="button" aria-current={!state.aside && shownPly(state) === i + 1 ? true : undefined} onClick={() => look(i + 1)}>
                {moveText(san)}
              </button>
            ) : (
              moveText(san)
            )}{' '}
          </span>
        );
      })}
    </p>
  );
}

/** Whether a wrong move, a hint or the solution would cost points now. */
function useAtStake({ state, answer }: Puzzling, given: PuzzleAnswer): boolean {
  const account = useStore(({ session }) => hasAccount(session));
  return account && given.user?.win === undefined && !answer && !state.failed;
}

export interface PanelProps {
  puzzling: Puzzling;
  given: PuzzleAnswer;
  title: string;
  onNext(): void;
  children: ComponentChildren;
}

export function Panel({ puzzling, given, title, onNext, children }: PanelProps) {
  const { state, position, line } = puzzling;
  const over = isOver(state);
  const atStake = useAtStake(puzzling, given);
  const panel = useRef<HTMLDivElement>(null);
  useKeepFocus(panel, '.t-buttons', over);
  const analysis = positionAddress('analysis', line.start, line.variant, over ? line.moves.join('.') : line.moves[0]);
  return (
    <div class="t-panel" ref={panel}>
      <section class="card pad stack" aria-labelledby="training-title">
        <h1 id="training-title">{title}</h1>
        <Status puzzling={puzzling} />
        <Moves puzzling={puzzling} />
        <RatingLine puzzling={puzzling} given={given} />
        {over ? (
          <div class="t-buttons">
            <Button kind="primary" icon="next" onClick={onNext}>
              {t('training.next')}
            </Button>
            <Button kind="line" icon="undo" onClick={puzzling.again}>
              {t('common.tryAgain')}
            </Button>
            <a class="btn line" href={analysis}>
              <Icon name="graph" />
              {t('training.analyse')}
            </a>
          </div>
        ) : (
          <>
            <div class="t-buttons">
              <Button kind="line" icon="lightbulb" disabled={!puzzling.canMove || state.hint} aria-describedby={atStake ? 'training-costs' : undefined} onClick={puzzling.hint}>
                {t('training.hint')}
              </Button>
              <Button kind="line" icon="eye" aria-describedby={atStake ? 'training-costs' : undefined} onClick={puzzling.solution}>
                {t('training.viewSolution')}
              </Button>
            </div>
            {atStake && (
              <p class="muted small" id="training-costs">
                {t('training.costs')}
              </p>
            )}
            <MoveField position={position} onMove={puzzling.playUci} />
          </>
        )}
        <Facts puzzling={puzzling} given={given} />
      </section>
      {children}
    </div>
  );
}
