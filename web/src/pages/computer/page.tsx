// SPDX-License-Identifier: MIT
/* Play the computer on this device: without a connection, with hints and with taking back. */
import './page.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { termsOfAddress } from '../../app/computerTerms';
import { describeFault } from '../../app/faults';
import { useKeys } from '../../app/keys';
import { useBoardLayout, type PageProps } from '../../app/page';
import { navigate } from '../../app/router';
import { useTitle } from '../../app/title';
import { useTyping } from '../../app/typing';
import { useWheel } from '../../app/wheel';
import { opposite, type Side } from '../../base/side';
import { parseTimeControl } from '../../base/timecontrol';
import { fenOfPath, variantOfAddress } from '../../chess/address';
import { materialOf, readChecks } from '../../chess/pieces';
import { RookeryError, rules } from '../../chess/rules';
import { isVariant, type Variant } from '../../base/variants';
import { t } from '../../i18n';
import { Clock, TimeLine } from '../../ui/Clock';
import type { ComputerTerms } from '../../ui/ComputerForm';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { CapturedPieces, PlayerBar } from '../../ui/Player';
import { useEffects } from './effects';
import { Panel } from './Panel';
import { writePgn } from './pgn';
import { startPlay, type Play } from './play';
import { PlayBoard } from './PlayBoard';
import { StartForm } from './Start';
import { storedPlay } from './storage';
import { useComputer, type Computer } from './useComputer';
import { nameOf } from './texts';

/** Where a game of a variant starts; Chess960 draws a position. */
function startFen(variant: Variant): string {
  if (variant !== 'chess960') return rules().start(variant).fen();
  return rules().chess960(Math.floor(Math.random() * 960)).fen();
}

const newPlay = (terms: ComputerTerms, fen: string | null): Play =>
  startPlay(terms, { start: fen ?? startFen(terms.variant), chance: Math.random(), seed: Math.floor(Math.random() * 1e9) });

interface GivenPosition {
  fen: string;
  variant: Variant;
  error: string | null;
}

/** The position of the address: /computer/<fen>?variant=… */
function givenPosition({ params, url }: PageProps): GivenPosition | null {
  const fen = fenOfPath(params['fen']);
  const named = variantOfAddress(url);
  const variant: Variant = isVariant(named) ? named : 'standard';
  if (!fen) return null;
  try {
    return { fen: rules().position(fen, variant, { forgiveCastling: true }).fen(), variant, error: null };
  } catch (error) {
    if (!(error instanceof RookeryError)) throw error;
    return { fen, variant, error: describeFault(error) };
  }
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/x-chess-pgn' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function savePgn({ play, line, result }: Computer): void {
  const today = new Date();
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map(part => String(part).padStart(2, '0')).join('.');
  const names = {
    you: t('computer.you'),
    computer: `Rookery level ${play.terms.level}`,
    site: location.host,
    date,
    usualStart: rules().start(play.terms.variant).fen(),
  };
  download(`computer-${date}.pgn`, writePgn(play, line, result, names));
}

function Bar({ computer, side, place }: { computer: Computer; side: Side; place: 'top' | 'bottom' }) {
  const { play, clocks, position } = computer;
  const name = nameOf(play, side);
  const { base } = parseTimeControl(play.terms.clock);
  const fen = position.fen();
  const checks = readChecks(fen);
  const hasMaterial = !['crazyhouse', 'horde', 'antichess'].includes(play.terms.variant);
  return (
    <PlayerBar
      place={place}
      name={
        <>
          <Icon name={side === play.you ? 'user' : 'chip'} small />
          <span class="name clip">{name}</span>
        </>
      }
      line={
        <div class="material">
          {checks ? t('computer.checks', { n: checks[side] }) : hasMaterial && <CapturedPieces material={materialOf(fen)} side={side} />}
        </div>
      }
      clock={clocks && <Clock clocks={clocks} side={side} name={name} base={base} onFlag={() => computer.flag(side)} />}
    >
      {clocks && <TimeLine clocks={clocks} side={side} base={base} />}
    </PlayerBar>
  );
}

/** The button that started the game is gone, so the focus of a keyboard user moves to the board. After a click,
 * the arrow keys still step through the moves. */
const focusBoard = (): void => document.querySelector<HTMLElement>('.g-board [role="gridcell"][tabindex="0"]')?.focus({ preventScroll: true });

interface GameProps {
  first: Play;
  onAgain(): void;
  onNewGame(): void;
}

function ComputerGame({ first, onAgain, onNewGame }: GameProps) {
  const computer = useComputer(first);
  const [flipped, setFlipped] = useState(false);
  const { play, result, line } = computer;
  const below = flipped ? opposite(play.you) : play.you;
  const flip = () => setFlipped(!flipped);
  useBoardLayout();
  useTitle(t('computer.title'));
  useEffects(computer);
  useWheel(by => computer.select(computer.ply + by));
  useKeys({
    ...useTyping({ f: flip }),
    ArrowLeft: () => computer.select(computer.ply - 1),
    ArrowRight: () => computer.select(computer.ply + 1),
    ArrowUp: () => computer.select(0),
    ArrowDown: () => computer.select(line.moves.length),
    Home: () => computer.select(0),
    End: () => computer.select(line.moves.length),
  });
  const classes = ['game', 'computer', result ? 'over' : '', play.terms.variant === 'crazyhouse' ? 'zh' : ''].filter(Boolean).join(' ');
  return (
    <div class={classes}>
      <h1 class="sr">{t('computer.title')}</h1>
      <div class="g-bar">
        <a class="icon-btn" href="/" aria-label={t('common.home')}>
          <Icon name="back" />
        </a>
        <p class="t clip">{nameOf(play, opposite(play.you))}</p>
        <span class="icon-btn" />
      </div>
      <Bar computer={computer} side={opposite(below)} place="top" />
      <PlayBoard computer={computer} orientation={below} />
      <Bar computer={computer} side={below} place="bottom" />
      <Panel computer={computer} onFlip={flip} onNewGame={onNewGame} onAgain={onAgain} onPgn={() => savePgn(computer)} />
    </div>
  );
}

function StartPage({ given, onStart }: { given: GivenPosition | null; onStart(terms: ComputerTerms): void }) {
  useTitle(t('computer.title'));
  return (
    <div class="page computer-start">
      <section class="card pad stack" aria-labelledby="computer-title">
        <h1 id="computer-title">{t('computer.title')}</h1>
        <p class="muted">{given && !given.error ? t('computer.fromPosition') : t('computer.intro')}</p>
        {given?.error && <p class="failed">{t('computer.badPosition', { text: given.error })}</p>}
        <StartForm variant={given && !given.error ? given.variant : null} onStart={onStart} />
      </section>
    </div>
  );
}

export default function ComputerPage(props: PageProps) {
  const given = givenPosition(props);
  const asked = termsOfAddress(props.url);
  const [{ play, count }, setGame] = useState<{ play: Play | null; count: number }>(() => ({ play: given || asked ? null : storedPlay(), count: 0 }));
  const [choosing, setChoosing] = useState(false);
  const byKey = useRef(false);
  const start = (terms: ComputerTerms, fen: string | null) => {
    byKey.current = document.activeElement?.matches(':focus-visible') ?? false;
    setChoosing(false);
    setGame({ play: newPlay(terms, fen), count: count + 1 });
    navigate('/computer', { replace: true });
  };
  useEffect(() => {
    if (asked && !given) start(asked, null);
  }, [props.url.search]);
  useEffect(() => {
    if (byKey.current) focusBoard();
  }, [count]);
  if (!play && asked && !given) return <div class="game computer" aria-busy="true" />;
  if (!play) return <StartPage given={given} onStart={terms => start(terms, given && !given.error ? given.fen : null)} />;
  const again = () => {
    const fromHere = play.start !== rules().start(play.terms.variant).fen() && play.terms.variant !== 'chess960';
    start({ ...play.terms, color: opposite(play.you) }, fromHere ? play.start : null);
  };
  return (
    <>
      <ComputerGame key={count} first={play} onAgain={again} onNewGame={() => setChoosing(true)} />
      {choosing && (
        <Dialog title={t('computer.newGame')} onClose={() => setChoosing(false)}>
          <StartForm variant={null} onStart={terms => start(terms, null)} />
        </Dialog>
      )}
    </>
  );
}
