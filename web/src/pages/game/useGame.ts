// SPDX-License-Identifier: MIT
/* What the game page shows: the game of the state, the position that the reader looks at, and what this
 * player has prepared: a premove, a move that waits to be sent, or conditional moves. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { act, listen, watchGame } from '../../app/client';
import { lookUp } from '../../base/lookup';
import { lastPosition, makeLine, type Line } from '../../chess/line';
import { completePremove, findMove, type FoundMove } from '../../chess/moves';
import type { Position } from '../../chess/rules';
import { usePreference } from '../../state/preferences';
import { isOver, type Round } from '../../state/round';
import { useStore } from '../../state/store';
import { useConditionalMoves, type ConditionalDraft } from './useConditionalMoves';

export interface Game {
  round: Round;
  /** The moves with the one that is on its way or waits to be sent. */
  line: Line;
  position: Position;
  /** The move that led to the position. */
  lastMove: string | undefined;
  /** The shown position, from 0; the last one if the reader follows the game. */
  ply: number;
  live: boolean;
  select(ply: number): void;
  /** Our turn, at the last position, in a running game; or conditional moves are being entered. */
  canMove: boolean;
  canPremove: boolean;
  /** A move or a drop that is played as soon as it is our turn. */
  premove: string | null;
  setPremove(uci: string | null): void;
  /** Conditional moves; null while there can be none. */
  preparing: ConditionalDraft | null;
  /** A move that waits for *Send*. */
  unsent: string | null;
  confirmUnsent(send: boolean): void;
  /** A promotion that waits for a choice. */
  choice: FoundMove | null;
  choose(letter: string | null): void;
  /** The player moved a piece on the board. */
  move(from: string, to: string): void;
  /** Plays a move in UCI notation, or sets it as the premove. */
  play(uci: string): void;
  /** Grows when the board must be drawn again. */
  revision: number;
}

export type GameStatus = 'loading' | 'missing' | 'there';

/** An address can hold anything; the server's refusal does not name the game if the id is invalid. */
export const isGameId = (text: string): boolean => /^[A-Za-z0-9]{8}$/.test(text);

/** Watches a game; says whether there is one. */
export function useRound(id: string): { round: Round | null; status: GameStatus } {
  const round = useStore(state => lookUp(state.rounds, id) ?? null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    setMissing(!isGameId(id));
    if (!isGameId(id)) return;
    const stop = listen(message => {
      if (message.t === 'refused' && message.game === id && !message.id) setMissing(true);
    });
    const leave = watchGame(id);
    return () => {
      stop();
      leave();
    };
  }, [id]);
  return { round, status: round ? 'there' : missing ? 'missing' : 'loading' };
}

/** The line of a game; positions that are known already are not computed again. */
function useLine(round: Round, extra: string | null): Line {
  const last = useRef<Line | null>(null);
  return useMemo(() => {
    const moves = extra ? [...round.moves, extra] : round.moves;
    last.current = makeLine(round.variant, round.start, moves, last.current);
    return last.current;
  }, [round.variant, round.start, round.moves, extra]);
}

export function useGame(round: Round): Game {
  const [viewed, setViewed] = useState<number | null>(null);
  const [premove, setPremove] = useState<string | null>(null);
  const [unsent, setUnsent] = useState<string | null>(null);
  const [choice, setChoice] = useState<FoundMove | null>(null);
  const [revision, setRevision] = useState(0);
  const autoQueen = usePreference('autoQueen');
  const submit = usePreference('submitMove');
  const allowPremove = usePreference('premove');

  const line = useLine(round, round.pending?.uci ?? unsent);
  const ply = Math.min(viewed ?? line.moves.length, line.moves.length);
  const preparing = useConditionalMoves(round, line);
  const draft = preparing?.draft ?? null;
  const position = draft ? lastPosition(draft) : line.positions[ply]!;
  const live = ply === line.moves.length;
  const playing = round.you !== 'spectator' && !isOver(round);
  const ourTurn = playing && round.turn === round.you && !round.pending && !unsent;
  const redraw = () => setRevision(count => count + 1);

  const send = (uci: string) => act(round.id, 'move', { move: uci }).catch(redraw);
  const confirmsMoves = submit === 'always' || (submit === 'correspondence' && round.speed === 'correspondence' && !round.computer);
  const play = (uci: string) => {
    if (draft) preparing!.play(uci);
    else if (!ourTurn) setPremove(uci);
    else if (confirmsMoves) setUnsent(uci);
    else void send(uci);
  };
  const confirmUnsent = (yes: boolean) => {
    if (unsent && yes) void send(unsent);
    setUnsent(null);
    redraw();
  };
  const move = (from: string, to: string) => {
    const found = findMove(position, from, to);
    if (!found) return redraw();
    if (!found.promotions.length) return play(found.uci);
    if (autoQueen === 'always' && found.promotions.includes('q')) return play(`${found.uci}q`);
    setChoice(found);
  };
  const choose = (letter: string | null) => {
    if (choice && letter) play(choice.uci + letter);
    setChoice(null);
    redraw();
  };

  usePremove(round, line, premove, ourTurn, setPremove, send);
  useEffect(() => setViewed(null), [round.moves.length, round.id]);
  useEffect(() => setUnsent(null), [round.moves.length]);
  useEffect(redraw, [round.refusal]);

  return {
    round,
    line,
    position,
    lastMove: draft ? draft.moves.at(-1) : line.moves[ply - 1],
    ply,
    live,
    select: next => {
      preparing?.stop();
      setViewed(next >= line.moves.length ? null : Math.max(0, next));
    },
    canMove: draft !== null || (ourTurn && live),
    canPremove: playing && !ourTurn && live && allowPremove && !unsent && round.speed !== 'correspondence',
    premove,
    setPremove,
    preparing,
    unsent,
    confirmUnsent,
    choice,
    choose,
    move,
    play,
    revision,
  };
}

/** Plays the premove when it is our turn, if it is legal then. */
function usePremove(
  round: Round,
  line: Line,
  premove: string | null,
  ourTurn: boolean,
  setPremove: (uci: string | null) => void,
  send: (uci: string) => void,
): void {
  useEffect(() => {
    if (!premove || !ourTurn) return;
    setPremove(null);
    const position = line.positions[line.positions.length - 1]!;
    const uci = completePremove(position, premove);
    if (uci) send(uci);
  }, [ourTurn, round.moves.length]);
  useEffect(() => {
    if (isOver(round)) setPremove(null);
  }, [round.status]);
}
