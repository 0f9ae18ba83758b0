// SPDX-License-Identifier: MIT
/* Beside the board: moves, what is going on, and what you can do. */
import { useRef, useState } from 'preact/hooks';
import { MoveField } from '../../app/MoveField';
import { positionAddress } from '../../chess/address';
import { premoveText } from '../../chess/moves';
import { t } from '../../i18n';
import { moveText } from '../../i18n/notation';
import { Button, IconButton } from '../../ui/Button';
import { Confirm } from '../../ui/Confirm';
import { Icon } from '../../ui/Icon';
import { MoveList } from '../../ui/MoveList';
import { useOpening } from '../../ui/Opening';
import { MoveNavigation } from '../../ui/MoveNavigation';
import { useKeepFocus } from '../../ui/useKeepFocus';
import { scoreOf } from './play';
import type { Computer } from './useComputer';
import { resultHead, resultReason } from './texts';

export interface PanelProps {
  computer: Computer;
  onFlip(): void;
  onNewGame(): void;
  onAgain(): void;
  onPgn(): void;
}

function StatusLine({ computer }: { computer: Computer }) {
  const { error, hint, play, premove, turn, position } = computer;
  if (error)
    return (
      <p class="status-line bad" role="alert">
        <Icon name="warn" small />
        <span class="grow">{t('computer.failed', { text: error })}</span>
        <Button kind="line" size="small" onClick={computer.retry}>
          {t('common.tryAgain')}
        </Button>
      </p>
    );
  if (turn !== play.you)
    return (
      <p class="status-line">
        <Icon name="clock" small />
        {premove ? t('computer.premove', { move: premoveText(premove) }) : t('computer.thinking')}
      </p>
    );
  return (
    <p class="status-line yours">
      {t('computer.yourMove')} {hint && t('computer.hintIs', { san: moveText(position.san(hint)) })}
    </p>
  );
}

function Result({ computer, onNewGame, onAgain, onPgn }: PanelProps) {
  const { play, result } = computer;
  if (!result) return null;
  return (
    <div class="result" role="status">
      <div class="head">
        <span class="score">{scoreOf(result)}</span>
        <p class="why">
          <b>{resultHead(play, result)}</b>
          {resultReason(play, result)}
        </p>
      </div>
      <Button kind="primary" class="wide" icon="refresh" onClick={onAgain}>
        {t('computer.again')}
      </Button>
      <div class="row2">
        <a class="btn" href={positionAddress('analysis', play.start, play.terms.variant, play.moves.join('.'))}>
          <Icon name="graph" />
          {t('computer.analyse')}
        </a>
        <Button onClick={onNewGame}>{t('computer.newGame')}</Button>
      </div>
      <p class="links">
        <button type="button" class="link" onClick={onPgn}>
          {t('computer.pgn')}
        </button>
        {computer.canTakeBack && (
          <button type="button" class="link" onClick={computer.takeBack}>
            {t('computer.takeBack')}
          </button>
        )}
      </p>
    </div>
  );
}

function Actions({ computer }: { computer: Computer }) {
  const [asking, setAsking] = useState(false);
  if (asking)
    return (
      <div class="actions" role="group" aria-label={t('computer.actions')}>
        <Confirm
          question={t('computer.resignAsk')}
          yes={t('computer.resign')}
          no={t('computer.keepPlaying')}
          danger
          onYes={() => {
            setAsking(false);
            computer.resign();
          }}
          onNo={() => setAsking(false)}
        />
      </div>
    );
  return (
    <div class="actions" role="group" aria-label={t('computer.actions')}>
      <Button kind="quiet" icon="lightbulb" busy={computer.hinting} disabled={!computer.canMove} onClick={computer.askHint}>
        {t('computer.hint')}
      </Button>
      <Button kind="quiet" icon="undo" disabled={!computer.canTakeBack} onClick={computer.takeBack}>
        {t('computer.takeBack')}
      </Button>
      <Button kind="quiet" icon="flag" onClick={() => setAsking(true)}>
        {t('computer.resign')}
      </Button>
    </div>
  );
}

export function Panel(props: PanelProps) {
  const { computer, onFlip, onNewGame, onPgn } = props;
  const { line, ply, play, result } = computer;
  const opening = useOpening(line);
  const firstNumber = Number(play.start.split(' ').pop()) || 1;
  const panel = useRef<HTMLElement>(null);
  useKeepFocus(panel, '.result', result !== null);
  return (
    <section class="card g-panel" ref={panel} aria-label={t('computer.actions')}>
      <div class="opening">
        <b>{opening?.eco ?? t(`variant.${play.terms.variant}`)}</b>
        {opening && <span class="clip">{opening.name}</span>}
        <span class="grow" />
        <IconButton icon="download" label={t('computer.pgn')} onClick={onPgn} disabled={!line.moves.length} />
      </div>
      <MoveList sans={line.sans} ply={ply} blackFirst={play.start.split(' ')[1] === 'b'} firstNumber={firstNumber} onSelect={computer.select} />
      {result ? <Result {...props} /> : <StatusLine computer={computer} />}
      {!result && (
        <MoveField position={computer.position} drops={play.terms.variant === 'crazyhouse'} onMove={computer.playUci} />
      )}
      <MoveNavigation ply={ply} count={line.moves.length} onSelect={computer.select} onFlip={onFlip}>
        <IconButton icon="redo" label={t('computer.redo')} disabled={!computer.canRedo} onClick={computer.redo} />
        <IconButton icon="plus" label={t('computer.newGame')} onClick={onNewGame} />
      </MoveNavigation>
      {!result && <Actions computer={computer} />}
    </section>
  );
}
