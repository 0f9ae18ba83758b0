// SPDX-License-Identifier: MIT
/* Conditional moves in a correspondence game: while it is the opponent's turn, both sides are played on the board.
 * Each reply is saved at once. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { announce } from '../../app/announce';
import { request } from '../../app/client';
import { errorText } from '../../app/errors';
import { toast } from '../../app/toast';
import { makeLine, type Line } from '../../chess/line';
import { t } from '../../i18n';
import { moveText } from '../../i18n/notation';
import { addLine, hasLine, readLines, writeLines } from '../../state/conditional';
import { setConditional } from '../../state/local';
import { isOver, isPlayer, type Round } from '../../state/round';
import { update } from '../../state/store';

export interface ConditionalDraft {
  lines: string[][];
  /** The game with the moves that are being entered; null if none are. */
  draft: Line | null;
  start(): void;
  stop(): void;
  play(uci: string): void;
  remove(line: string[]): void;
}

const canPrepare = (round: Round): boolean =>
  round.speed === 'correspondence' && isPlayer(round) && !isOver(round) && !round.computer && !round.pending && round.turn !== round.you;

function save({ id, moves }: Round, lines: string[][], onFailure: () => void): void {
  const text = writeLines(lines);
  request({ t: 'conditional', game: id, lines: text }).then(
    () => update(setConditional(id, moves.length, text)),
    (error: unknown) => {
      toast(t('game.conditional.notSaved', { text: errorText(error) }), 'bad');
      onFailure();
    },
  );
}

/** What to do next on the board. */
export function draftText(round: Round, draft: Line): string {
  const entered = draft.moves.slice(round.moves.length);
  if (!entered.length) return t('game.conditional.theirs');
  if (entered.length % 2) return t('game.conditional.yours', { move: moveText(draft.sans.at(-1)!) });
  return t(hasLine(readLines(round.conditional), entered) ? 'game.conditional.more' : 'game.sendingCommand');
}

export function useConditionalMoves(round: Round, line: Line): ConditionalDraft | null {
  /* The moves that are being entered belong to one position: those of an earlier one may be illegal now. */
  const [{ ply, moves }, setEntered] = useState<{ ply: number; moves: string[] }>({ ply: -1, moves: [] });
  const count = round.moves.length;
  const possible = canPrepare(round);
  const entering = possible && ply === count;
  const draft = useMemo(() => (entering ? makeLine(round.variant, round.start, [...round.moves, ...moves], line) : null), [entering, moves, line]);
  const text = draft && draftText(round, draft);
  useEffect(() => {
    if (text) announce(text);
  }, [text]);
  if (!possible) return null;
  const lines = readLines(round.conditional);
  const stop = () => setEntered({ ply: -1, moves: [] });
  return {
    lines,
    draft,
    start: () => setEntered({ ply: count, moves: [] }),
    stop,
    play: uci => {
      const played = [...moves, uci];
      setEntered({ ply: count, moves: played });
      if (played.length % 2 === 0) save(round, addLine(lines, played), stop);
    },
    remove: gone => save(round, lines.filter(other => other !== gone), stop),
  };
}
