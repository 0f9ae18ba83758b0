// SPDX-License-Identifier: MIT
/* Solving a puzzle on the board: the opponent answers, wrong moves are taken back, and the result is sent to the server. */
import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { announce } from '../../app/announce';
import { errorText } from '../../app/errors';
import { opposite, type Side } from '../../base/side';
import { announcedMove } from '../../board/names';
import { makeLine, type Line } from '../../chess/line';
import { findMove, type FoundMove } from '../../chess/moves';
import type { Position } from '../../chess/rules';
import { t } from '../../i18n';
import { playSound } from '../../sound';
import { sendAttempt, type AttemptAnswer, type PuzzleAnswer } from './api';
import { hintedSquare, isDecided, isOver, lookAt, playMove, playReply, showHint, showSolution, shownPly, startSolving, takeBack, type Solving } from './solving';

/** How long the board rests before the opponent moves, and with a wrong move on it. */
const REPLY_MS = 450;
const WRONG_MS = 900;

export interface Puzzling {
  state: Solving;
  line: Line;
  /** The solver's side. */
  side: Side;
  /** What is on the board. */
  position: Position;
  lastMove: string | undefined;
  canMove: boolean;
  choice: FoundMove | null;
  /** What the server made of the attempt. */
  answer: AttemptAnswer | null;
  error: string | null;
  revision: number;
  move(from: string, to: string): void;
  playUci(uci: string): void;
  choose(letter: string | null): void;
  hint(): void;
  solution(): void;
  /** Shows the line after some of its moves, when the puzzle is over. */
  look(ply: number): void;
  /** Starts again; the attempt that counts is over. */
  again(): void;
  /** Sends the attempt again after an error. */
  retry(): void;
}

type Change = (state: Solving) => Solving;

/** The timed changes: the opponent's move, taking back, the steps of the solution. */
function useSteps(state: Solving, length: number, change: (next: Change) => void): void {
  useEffect(() => {
    const next: Record<Solving['phase'], [number, Change] | null> = {
      reply: [REPLY_MS, playReply],
      turn: null,
      wrong: [WRONG_MS, takeBack],
      solved: null,
      shown: state.ply < length ? [REPLY_MS, current => ({ ...current, ply: Math.min(current.ply + 1, length) })] : null,
    };
    const step = next[state.phase];
    if (!step) return undefined;
    const timer = setTimeout(() => change(step[1]), step[0]);
    return () => clearTimeout(timer);
  }, [state]);
}

const soundOf = (san: string) => (/[+#]$/.test(san) ? 'check' : san.includes('x') ? 'capture' : 'move');

/** Sounds and announcements for screen readers. */
function useHearing({ state, line, side }: { state: Solving; line: Line; side: Side }): void {
  const seen = useRef({ ply: 0, phase: state.phase });
  useEffect(() => {
    if (state.hint) announce(t('training.hinted', { square: hintedSquare(state, line) }));
  }, [state.hint]);
  useEffect(() => {
    const before = seen.current;
    const ply = shownPly(state);
    seen.current = { ply, phase: state.phase };
    const san = line.sans[ply - 1];
    if (san && (state.view === null ? ply > before.ply : ply !== before.ply)) {
      playSound(soundOf(san));
      const mover = ply % 2 ? opposite(side) : side;
      announce(announcedMove(t(`common.${mover}`), san));
    }
    if (state.phase === before.phase) return;
    if (state.phase === 'wrong') announce(t('training.wrong'));
    if (state.phase === 'solved') announce(t(state.failed ? 'training.solvedLate' : 'training.solved'));
    if (state.phase === 'solved') playSound('win');
  }, [state]);
}

/** Reports the result of the first attempt to the server, once. */
function useAttempt(id: string, state: Solving) {
  const [answer, setAnswer] = useState<AttemptAnswer | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const over = useRef(false);
  over.current ||= isDecided(state);
  const decided = over.current;
  const moves = useRef<string[] | null>(null);
  useEffect(() => {
    if (!decided) return undefined;
    let outdated = false;
    moves.current ??= state.moves;
    setError(null);
    sendAttempt(id, moves.current).then(
      received => outdated || setAnswer(received),
      (reason: unknown) => outdated || setError(errorText(reason)),
    );
    return () => {
      outdated = true;
    };
  }, [decided, turn]);
  return { answer, error, retry: () => setTurn(turn + 1) };
}

export function usePuzzling({ puzzle }: PuzzleAnswer): Puzzling {
  const line = useMemo(() => makeLine(puzzle.variant, puzzle.fenBefore, [puzzle.lastMove, ...puzzle.solution]), [puzzle]);
  const [state, change] = useReducer((current: Solving, next: Change) => next(current), startSolving());
  const [choice, setChoice] = useState<FoundMove | null>(null);
  const [revision, setRevision] = useState(0);
  const side = line.positions[1]!.turn;
  const { answer, error, retry } = useAttempt(puzzle.id, state);
  useSteps(state, line.moves.length, change);
  useHearing({ state, line, side });

  const ply = shownPly(state);
  const base = line.positions[ply]!;
  const position = useMemo(() => (state.aside ? base.play(base.parseUci(state.aside)) : base), [base, state.aside]);
  const canMove = state.phase === 'turn';
  const playUci = (uci: string) => {
    setChoice(null);
    change(current => playMove(current, line, uci));
  };
  const move = (from: string, to: string) => {
    const found = canMove ? findMove(position, from, to) : null;
    if (!found) setRevision(revision + 1);
    else if (found.promotions.length) setChoice(found);
    else playUci(found.uci);
  };
  const choose = (letter: string | null) => {
    if (choice && letter) return playUci(choice.uci + letter);
    setChoice(null);
    setRevision(revision + 1);
  };
  return {
    state,
    line,
    side,
    position,
    lastMove: state.aside ?? line.moves[ply - 1],
    canMove,
    choice,
    answer,
    error,
    revision,
    move,
    playUci,
    choose,
    hint: () => change(showHint),
    solution: () => isOver(state) || change(showSolution),
    look: to => change(current => lookAt(current, line, to)),
    again: () => change(startSolving),
    retry,
  };
}
