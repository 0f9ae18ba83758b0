// SPDX-License-Identifier: MIT
/* All running games as small boards. The first ones are followed live, the others and our own are refreshed: to stop
 * watching our own game would mean leaving it. */
import { LiveMini } from '../../app/LiveMini';
import { parseTimeControl } from '../../base/timecontrol';
import { formatNumber, t } from '../../i18n';
import type { Running } from '../../state/state';
import { useStore } from '../../state/store';
import { Card } from '../../ui/Card';
import { MiniGame } from '../../ui/MiniGame';

/** A connection can follow sixteen games, and one is on the big board. */
const LIVE_MAX = 12;
const SHOWN_MAX = 60;

function StillMini({ running, verb }: { running: Running; verb?: string }) {
  return (
    <MiniGame
      href={`/${running.game}`}
      verb={verb}
      fen={running.fen}
      white={{ name: running.white, rating: running.white_rating, provisional: running.white_provisional }}
      black={{ name: running.black, rating: running.black_rating, provisional: running.black_provisional }}
      base={parseTimeControl(running.clock).base}
    />
  );
}

export function Wall({ shown }: { shown: string | null }) {
  const list = useStore(state => state.running);
  const ours = useStore(state => state.ours);
  const count = useStore(state => state.runningCount);
  const games = list.filter(({ game }) => game !== shown).slice(0, SHOWN_MAX);
  return (
    <Card title={t('watch.wall')} class="wall" extra={<span class="badge">{formatNumber(count)}</span>}>
      {games.length ? (
        <div class="minis">
          {games.map((running, i) => {
            const isOurs = Object.hasOwn(ours, running.game);
            if (i < LIVE_MAX && !isOurs) return <LiveMini key={running.game} running={running} />;
            return <StillMini key={running.game} running={running} verb={isOurs ? t('common.play') : undefined} />;
          })}
        </div>
      ) : (
        <div class="empty">
          <p>{t(shown && count ? 'watch.noOthers' : 'watch.noGames')}</p>
          <a class="btn line" href="/">
            {t('watch.play')}
          </a>
        </div>
      )}
    </Card>
  );
}
