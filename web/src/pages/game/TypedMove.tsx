// SPDX-License-Identifier: MIT
/* Moves by typing, and questions: clock, last, board, pieces, captured, who, or a square. */
import { useState } from 'preact/hooks';
import { alertNow, announce } from '../../app/announce';
import { clockLeft } from '../../base/clock';
import { announcedMove, pieceName } from '../../board/names';
import { materialOf, readPieces, type Role } from '../../chess/pieces';
import { RookeryError } from '../../chess/rules';
import { t } from '../../i18n';
import { timeInWords } from '../../ui/Clock';
import type { Game } from './useGame';
import { endSentence, nameOf } from './words';
import { isOver } from '../../state/round';

const roleNames = (roles: Role[]): string => roles.map(role => t(`piece.${role}`)).join(', ') || t('say.nothing');

function describeSquare(game: Game, square: string): string {
  const piece = readPieces(game.position.fen()).get(square);
  return t('board.square', { square, piece: piece ? pieceName(piece) : t('board.empty') });
}

function describePieces(game: Game): string {
  return [...readPieces(game.position.fen())].map(([square, piece]) => `${pieceName(piece)} ${square}`).join(', ');
}

function describeClocks({ round }: Game): string {
  const { clocks } = round;
  if (!clocks) return t('common.noClock');
  const now = performance.now();
  const [whiteTime, blackTime] = (['white', 'black'] as const).map(side => timeInWords(clockLeft(clocks, side, now)));
  return t('say.clock', { white: nameOf(round, 'white'), black: nameOf(round, 'black'), whiteTime: whiteTime!, blackTime: blackTime! });
}

function describeLast(game: Game): string {
  const last = game.line.sans.length;
  if (!last) return t('say.noMoves');
  const mover = game.line.positions[last - 1]!.turn;
  return announcedMove(nameOf(game.round, mover), game.line.sans[last - 1]!);
}

function describeCaptured(game: Game): string {
  const { captured } = materialOf(game.position.fen());
  return t('say.captured', { white: roleNames(captured.white), black: roleNames(captured.black) });
}

const describeTurn = ({ round }: Game): string => (isOver(round) ? endSentence(round) : t('game.toMove', { name: nameOf(round, round.turn) }));

const questions: Record<string, (game: Game) => string> = {
  clock: describeClocks,
  last: describeLast,
  board: describePieces,
  pieces: describePieces,
  captured: describeCaptured,
  who: describeTurn,
};

/** Answers a question; null if the text is none. */
function answer(game: Game, text: string): string | null {
  const question = questions[text.toLowerCase()];
  if (question) return question(game);
  const isSquare = /^[a-h][1-8]$/.test(text);
  return isSquare && !game.canMove ? describeSquare(game, text) : null;
}

/** Plays what was typed; returns what is wrong with it. */
function playTyped(game: Game, text: string): string | null {
  try {
    const move = game.position.parseSan(text);
    game.play(game.position.uci(move));
    return null;
  } catch (error) {
    return error instanceof RookeryError ? error.text : String(error);
  }
}

export function TypedMove({ game }: { game: Game }) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    const said = answer(game, text.trim());
    if (said) announce(said);
    const error = said || !text.trim() ? null : playTyped(game, text.trim());
    setWrong(said ?? error);
    if (error) alertNow(error);
    else setText('');
  };
  const drops = game.round.variant === 'crazyhouse';
  return (
    <form class="typed" onSubmit={submit}>
      <label class="sr" for="typed-move">
        {t('game.typeMove')}
      </label>
      <input
        id="typed-move"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder={t(drops ? 'game.typeDropHint' : 'game.typeMoveHint')}
        value={text}
        aria-describedby={wrong ? 'typed-answer' : undefined}
        onInput={event => setText(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {wrong && (
        <span id="typed-answer" class="typed-answer clip">
          {wrong}
        </span>
      )}
    </form>
  );
}
