// SPDX-License-Identifier: MIT
/* Our running games, those where it is our move first. A single one with a clock is named in the header
 * already. */
import { NoticeOffer } from '../../app/NoticeOffer';
import { useLastPosition, useLiveGame } from '../../app/live';
import { parseTimeControl } from '../../base/timecontrol';
import type { Side } from '../../base/side';
import { t } from '../../i18n';
import { useStore } from '../../state/store';
import { Card } from '../../ui/Card';
import { MiniGame, MiniSpace } from '../../ui/MiniGame';

const SHOWN_MAX = 6;

function OwnMini({ id, side }: { id: string; side: Side }) {
  const round = useLiveGame(id);
  const shown = useLastPosition(round);
  if (!round || !shown) return <MiniSpace />;
  return (
    <MiniGame
      href={`/${id}`}
      verb={t('common.play')}
      fen={shown.fen}
      lastMove={shown.lastMove}
      orientation={side}
      white={round.white}
      black={round.black}
      clocks={round.clocks}
      base={parseTimeControl(round.control).base}
      lowerBadge={round.turn === side ? t('home.yourMove') : undefined}
    />
  );
}

export function YourGames() {
  const ours = useStore(state => state.ours);
  const rounds = useStore(state => state.rounds);
  const waits = (id: string) => Number(rounds[id]?.turn !== ours[id]);
  const games = Object.keys(ours).sort((a, b) => waits(a) - waits(b));
  const slow = games.some(id => rounds[id] && parseTimeControl(rounds[id].control).kind === 'days');
  if (games.length < 2 && !slow) return null;
  return (
    <Card title={t('home.yourGames')} extra={<span class="badge">{games.length}</span>}>
      <div class="minis">
        {games.slice(0, SHOWN_MAX).map(id => (
          <OwnMini key={id} id={id} side={ours[id]!} />
        ))}
      </div>
      {slow && <NoticeOffer text={t('home.noticeTurn')} />}
    </Card>
  );
}
