// SPDX-License-Identifier: MIT
/* The side effects of a game: sounds, announcements, title, icon, browser notifications. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { alertNow, announce } from '../../app/announce';
import { chatSince } from '../../app/Chat';
import { listen } from '../../app/client';
import { useLowTime } from '../../app/lowTime';
import { notify } from '../../app/notices';
import { markFavicon, useTitle } from '../../app/title';
import { toast } from '../../app/toast';
import { opposite } from '../../base/side';
import { announcedMove } from '../../board/names';
import { premoveText } from '../../chess/moves';
import { t } from '../../i18n';
import { playSound } from '../../sound';
import { isOver, isPlayer, type Round } from '../../state/round';
import type { Game } from './useGame';
import { endSentence, nameOf } from './texts';

/** The value of the last render. */
function usePrevious<T>(value: T): T | undefined {
  const ref = useRef<T | undefined>(undefined);
  useEffect(() => {
    ref.current = value;
  });
  return ref.current;
}

function soundOf(san: string): 'move' | 'capture' | 'check' {
  if (/[+#]/.test(san)) return 'check';
  return san.includes('x') ? 'capture' : 'move';
}

function useMoveEffects({ round, line }: Game): void {
  const count = line.moves.length;
  const before = usePrevious(count);
  useEffect(() => {
    if (before === undefined || count !== before + 1) return;
    const san = line.sans[count - 1]!;
    playSound(soundOf(san));
    announce(announcedMove(nameOf(round, line.positions[count - 1]!.turn), san));
  }, [count]);
}

function useEndEffects(round: Round): void {
  const over = isOver(round);
  const before = usePrevious(over);
  useEffect(() => {
    if (before !== false || !over) return;
    playSound(!round.winner ? 'draw' : !isPlayer(round) || round.winner === round.you ? 'win' : 'loss');
    alertNow(endSentence(round));
  }, [over]);
}

/** Announces the premove that was set. */
function usePremoveEffects({ round, premove }: Game): void {
  useEffect(() => {
    if (premove) announce(t('game.premove', { name: nameOf(round, round.turn), move: premoveText(premove) }));
  }, [premove]);
}

function useOpponentEffects(round: Round): void {
  const opponent = round.you === 'spectator' ? null : opposite(round.you);
  const here = opponent ? round[opponent].here : true;
  const before = usePrevious(here);
  useEffect(() => {
    if (before === undefined || before === here || !opponent || isOver(round)) return;
    announce(t(here ? 'say.back' : 'say.left', { name: nameOf(round, opponent) }));
  }, [here]);
  const offered = opponent !== null && round.offer === opponent;
  useEffect(() => {
    if (!offered) return;
    announce(t('game.offers', { name: nameOf(round, opponent) }));
    playSound('challenge');
  }, [offered]);
}

/** Shows that our draw offer was declined, which nothing else on the page does. Not at the end of the game, whose
 * buttons are where the toast would be. */
function useDeclinedOffer(round: Round): void {
  const { id, you } = round;
  const over = isOver(round);
  const dismiss = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (over) dismiss.current?.();
  }, [over]);
  useEffect(
    () =>
      listen(message => {
        if (message.t !== 'event' || message.game !== id || message.what !== 'decline-draw') return;
        if (you === 'spectator' || message.by === you) return;
        announce(t('say.declined'));
        dismiss.current = toast(t('say.declined'));
      }),
    [id, you],
  );
}

/** A browser notification when it is our move and the page is hidden. */
function notifyTurn(round: Round): void {
  playSound('yourTurn');
  const text = t('game.against', { white: nameOf(round, 'white'), black: nameOf(round, 'black') });
  notify(t('game.yourMove'), round.id, text);
}

function useTurnMarks(round: Round): void {
  const ours = !isOver(round) && round.turn === round.you;
  const names = { white: nameOf(round, 'white'), black: nameOf(round, 'black') };
  useTitle(t(ours ? 'game.yourMoveTitle' : 'game.against', names));
  useEffect(() => {
    markFavicon(ours);
    if (ours && document.hidden && round.moves.length > 0) notifyTurn(round);
    return () => markFavicon(false);
  }, [ours, round.moves.length]);
}

function useChatSound(round: Round): void {
  const [heard, setHeard] = useState(round.version); // the lines before it are old
  const count = chatSince(round, heard).length;
  useEffect(() => {
    if (!count) return;
    setHeard(round.version);
    playSound('message');
  }, [count]);
}

export function useGameEffects(game: Game): void {
  useMoveEffects(game);
  useEndEffects(game.round);
  useLowTime(game.round.clocks, game.round.you === 'spectator' ? null : game.round.you);
  usePremoveEffects(game);
  useOpponentEffects(game.round);
  useDeclinedOffer(game.round);
  useTurnMarks(game.round);
  useChatSound(game.round);
}
