// SPDX-License-Identifier: MIT
/* The opening and the moves of the game on the big board. */
import { t } from '../../i18n';
import { MoveList } from '../../ui/MoveList';
import { OpeningLine } from '../../ui/Opening';
import type { Watched } from './useWatched';

export function Moves({ watched }: { watched: Watched }) {
  const { round, line, ply, select } = watched;
  const [, turn, , , , number] = round.start.split(' ');
  return (
    <section class="card tv-moves" aria-label={t('common.moves')}>
      <OpeningLine line={line} />
      <MoveList sans={line.sans} ply={ply} blackFirst={turn === 'b'} firstNumber={Number(number) || 1} onSelect={select} />
    </section>
  );
}
