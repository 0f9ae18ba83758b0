// SPDX-License-Identifier: MIT
/* The game that the player is playing, live. */
import { useLastPosition, useLiveGame } from '../../app/live';
import { lookUp } from '../../base/lookup';
import type { Side } from '../../base/side';
import { parseTimeControl } from '../../base/timecontrol';
import { t } from '../../i18n';
import { isOver } from '../../state/round';
import { useStore } from '../../state/store';
import { Card } from '../../ui/Card';
import { MiniGame } from '../../ui/MiniGame';
import type { User } from '../../wire/users';

function Live({ game, name }: { game: string; name: string }) {
  const round = useLiveGame(game, true);
  const shown = useLastPosition(round);
  if (round && isOver(round)) return null;
  if (!round || !shown)
    return (
      <Card title={t('profile.now')}>
        <p class="empty muted loading">{t('common.loading')}</p>
      </Card>
    );
  const below: Side = round.black.name === name ? 'black' : 'white';
  return (
    <Card title={t('profile.now')}>
      <div class="body">
        <MiniGame
          href={below === 'black' ? `/${game}/black` : `/${game}`}
          fen={shown.fen}
          lastMove={shown.lastMove}
          orientation={below}
          white={round.white}
          black={round.black}
          clocks={round.clocks}
          base={parseTimeControl(round.control).base}
        />
      </div>
    </Card>
  );
}

/** The id at the end of the game's address. */
const gameOf = (address: string | undefined): string | null => /([A-Za-z0-9]{8})$/.exec(address ?? '')?.[1] ?? null;

export function CurrentGame({ user }: { user: User }) {
  const person = useStore(state => lookUp(state.people, user.username));
  const game = person?.game ?? gameOf(user.playing);
  return game ? <Live key={game} game={game} name={user.username} /> : null;
}
