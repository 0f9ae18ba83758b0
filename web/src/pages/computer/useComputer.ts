// SPDX-License-Identifier: MIT
/* The game with the engine: whose turn it is, what the engine answers, hints, clocks. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { clockLeft, type Clocks } from '../../base/clock';
import { opposite, type Side } from '../../base/side';
import { lastPosition, makeLine, type Line } from '../../chess/line';
import { completePremove, findMove, type FoundMove } from '../../chess/moves';
import type { Position } from '../../chess/rules';
import { Engine } from '../../engine/engine';
import { faultText } from '../../i18n/faults';
import { usePreference } from '../../state/preferences';
import { addMove, canRedo, canTakeBack, clockRuns, endPlay, redo, resultOf, takeBack, turnOf, withTimeLeft, type Play, type PlayResult } from './play';
import { storePlay } from './storage';

/** The minimum delay before the computer moves, because instant replies feel unnatural. */
const PAUSE = 350;
const HINT_TIME = 700;

export interface Computer {
  play: Play;
  line: Line;
  result: PlayResult | null;
  /** The move that is shown, from 1; 0 for the start. */
  ply: number;
  /** The position that is shown. */
  position: Position;
  turn: Side;
  canMove: boolean;
  clocks: Clocks | null;
  /** A promotion that waits for a choice. */
  choice: FoundMove | null;
  /** The hinted move in UCI notation. */
  hint: string | null;
  hinting: boolean;
  /** Whether a move can be set now, to be played as soon as it is our turn. */
  canPremove: boolean;
  premove: string | null;
  setPremove(uci: string | null): void;
  error: string | null;
  revision: number;
  canTakeBack: boolean;
  canRedo: boolean;
  select(ply: number): void;
  move(from: string, to: string): void;
  playUci(uci: string): void;
  choose(letter: string | null): void;
  takeBack(): void;
  redo(): void;
  resign(): void;
  flag(side: Side): void;
  askHint(): void;
  retry(): void;
}

/** The position as the engine wants it. */
const enginePosition = ({ terms, start, moves }: Play) => ({ variant: terms.variant, start, moves });

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

function useEngine(): Engine {
  const engine = useMemo(() => new Engine(), []);
  useEffect(() => () => engine.close(), []);
  return engine;
}

/** The line of the game; positions that were computed before are kept. */
function useLine(play: Play): Line {
  const before = useRef<Line | null>(null);
  return useMemo(() => (before.current = makeLine(play.terms.variant, play.start, play.moves, before.current)), [play.moves, play.start]);
}

/** Keeps the game in the browser. The clocks are saved when the page is left and continue from there: they stop
 * while the page is closed. A move is stored before it is painted: whoever sees it may close the page at once. */
function useStored(play: Play, clocks: Clocks | null): void {
  useLayoutEffect(() => storePlay(play), [play]);
  useEffect(() => {
    const store = () => {
      const side = clocks?.running;
      if (side) storePlay(withTimeLeft(play, side, clockLeft(clocks, side, performance.now())));
    };
    addEventListener('pagehide', store);
    document.addEventListener('visibilitychange', store);
    return () => {
      store();
      removeEventListener('pagehide', store);
      document.removeEventListener('visibilitychange', store);
    };
  }, [play]);
}

export function useComputer(first: Play): Computer {
  const engine = useEngine();
  const [{ play, since }, setState] = useState({ play: first, since: performance.now() });
  const [ply, setPly] = useState(first.moves.length);
  const [choice, setChoice] = useState<FoundMove | null>(null);
  const [hint, setHint] = useState<string | null>(null);
  const [hinting, setHinting] = useState(false);
  const [premove, setPremove] = useState<string | null>(null);
  const allowsPremove = usePreference('premove');
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const line = useLine(play);
  const result = useMemo(() => resultOf(play, line), [play, line]);
  const turn = turnOf(play);
  const running = clockRuns(play) && !result ? turn : null;
  const clocks: Clocks | null = play.clocks && { ...play.clocks, running, at: since };

  const change = (next: Play) => {
    setState({ play: next, since: performance.now() });
    setPly(next.moves.length);
    setChoice(null);
    setHint(null);
    setHinting(false);
  };
  const add = (uci: string, side: Side) => change(addMove(play, uci, side, clocks ? clockLeft(clocks, side, performance.now()) : 0));

  useStored(play, clocks);
  useEffect(() => {
    if (result || turn === play.you) return;
    let outdated = false;
    setError(null);
    const level = play.terms.level;
    Promise.all([engine.bestMove(enginePosition(play), { level, seed: play.seed + play.moves.length }), wait(PAUSE)]).then(
      ([uci]) => !outdated && uci && add(uci, turn),
      (reason: unknown) => !outdated && setError(faultText(reason instanceof Error ? reason.message : String(reason))),
    );
    return () => {
      outdated = true;
      engine.stop();
    };
  }, [play, attempt]);

  const shown = Math.min(ply, line.moves.length);
  const live = shown === line.moves.length;
  const canMove = live && !result && turn === play.you;
  const position = line.positions[shown]!;

  const canPremove = allowsPremove && live && !result && turn !== play.you;
  const playUci = (uci: string) => {
    if (canMove) add(uci, play.you);
    else if (canPremove) setPremove(uci);
  };
  useEffect(() => {
    if (result || turn !== play.you || !premove) return;
    setPremove(null);
    const uci = completePremove(lastPosition(line), premove);
    if (uci) add(uci, play.you);
  }, [play]);
  /** A change by the player, after which a premove makes no sense. */
  const changeByHand = (next: Play) => {
    setPremove(null);
    change(next);
  };
  const move = (from: string, to: string) => {
    const found = canMove ? findMove(position, from, to) : null;
    if (!found) return setAttempt(attempt + 1);
    if (found.promotions.length) setChoice(found);
    else playUci(found.uci);
  };
  const askHint = () => {
    if (!canMove) return;
    setHinting(true);
    engine.bestMove(enginePosition(play), { movetime: HINT_TIME }).then(
      uci => {
        setHint(uci);
        setHinting(false);
      },
      () => setHinting(false),
    );
  };

  return {
    play,
    line,
    result,
    ply: shown,
    position,
    turn,
    canMove,
    clocks,
    choice,
    hint: live ? hint : null,
    hinting,
    canPremove,
    premove,
    setPremove,
    error,
    revision: attempt,
    canTakeBack: canTakeBack(play),
    canRedo: canRedo(play),
    select: next => setPly(Math.max(0, Math.min(line.moves.length, next))),
    move,
    playUci,
    choose: letter => {
      if (choice && letter) playUci(choice.uci + letter);
      else {
        setChoice(null);
        setAttempt(attempt + 1);
      }
    },
    takeBack: () => changeByHand(takeBack(play)),
    redo: () => changeByHand(redo(play)),
    resign: () => changeByHand(endPlay(play, 'resign', play.you)),
    flag: side => change(endPlay(play, 'time', side)),
    askHint,
    retry: () => setAttempt(attempt + 1),
  };
}

/** The side that moved last. */
export const lastMover = (line: Line): Side => opposite(lastPosition(line).turn);
