// SPDX-License-Identifier: MIT
/* Sounds and announcements for screen readers: each move and the end. */
import { useEffect, useRef } from 'preact/hooks';
import { alertNow, announce } from '../../app/announce';
import { useLowTime } from '../../app/lowTime';
import { announcedMove, moveInWords } from '../../board/names';
import { premoveText } from '../../chess/moves';
import { t } from '../../i18n';
import { playSound, type SoundName } from '../../sound';
import type { PlayResult } from './play';
import { lastMover, type Computer } from './useComputer';
import { nameOf, resultHead, resultReason } from './texts';

const moveSound = (san: string): SoundName => (/[+#]$/.test(san) ? 'check' : san.includes('x') ? 'capture' : 'move');

const endSound = ({ winner }: PlayResult, computer: Computer): SoundName =>
  winner === null ? 'draw' : winner === computer.play.you ? 'win' : 'loss';

export function useEffects(computer: Computer): void {
  useLowTime(computer.clocks, computer.play.you);
  const { line, play, result } = computer;
  const seen = useRef({ moves: line.moves.length, result });
  useEffect(() => {
    const last = line.sans[line.sans.length - 1];
    if (line.moves.length > seen.current.moves && last) {
      playSound(moveSound(last));
      announce(announcedMove(nameOf(play, lastMover(line)), last));
    }
    if (result && !seen.current.result) {
      playSound(endSound(result, computer));
      alertNow(`${resultHead(play, result)}. ${resultReason(play, result)}.`);
    }
    seen.current = { moves: line.moves.length, result };
  }, [line, result]);
  useEffect(() => {
    if (computer.premove) announce(t('computer.premove', { move: premoveText(computer.premove) }));
  }, [computer.premove]);
  useEffect(() => {
    if (computer.hint) announce(t('computer.hintIs', { san: moveInWords(computer.position.san(computer.hint)) }));
  }, [computer.hint]);
}
