// SPDX-License-Identifier: MIT
/* Moves by typing, and questions: clock, last, board, pieces, captured, who, or a square. */
import { MoveField } from '../../app/MoveField';
import { questionOf, type Question } from '../../app/questions';
import { clockLeft } from '../../base/clock';
import { announcedMove, pieceName } from '../../board/names';
import { materialOf, readPieces, type Role } from '../../chess/pieces';
import { t } from '../../i18n';
import { timeInWords } from '../../ui/Clock';
import type { Game } from './useGame';
import { endSentence, nameOf } from './texts';
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

const answers: Record<Exclude<Question, 'eval'>, (game: Game) => string> = {
  clock: describeClocks,
  last: describeLast,
  board: describePieces,
  pieces: describePieces,
  captured: describeCaptured,
  who: describeTurn,
};

/** Answers a question; null if the text is not a question. */
function answer(game: Game, text: string): string | null {
  const question = questionOf(text);
  if (question && question !== 'eval') return answers[question](game);
  const isSquare = /^[a-h][1-8]$/.test(text);
  return isSquare && !game.canMove ? describeSquare(game, text) : null;
}

export function TypedMove({ game }: { game: Game }) {
  return <MoveField position={game.position} drops={game.round.variant === 'crazyhouse'} onMove={game.play} answer={text => answer(game, text)} />;
}
