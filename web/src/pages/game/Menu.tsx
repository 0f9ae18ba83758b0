// SPDX-License-Identifier: MIT
/* The rest of what can be done with a game. */
import { navigate } from '../../app/router';
import { toast } from '../../app/toast';
import { t } from '../../i18n';
import { isOver } from '../../state/round';
import { Popover } from '../../ui/Popover';
import type { Game } from './useGame';

export function Menu({ game, onChat }: { game: Game; onChat: (() => void) | null }) {
  const { round } = game;
  const copy = () => navigator.clipboard.writeText(`${location.origin}/${round.id}`).then(() => toast(t('game.linkCopied'), 'good'));
  const entries: [string, () => void][] = [
    ...(onChat ? ([[t('chat.title'), onChat]] as [string, () => void][]) : []),
    [t('game.zen'), () => document.body.classList.toggle('zen')],
    [t('game.copyLink'), () => void copy()],
    [t('common.preferences'), () => navigate('/account/preferences')],
  ];
  return (
    <Popover icon="more" label={t('common.more')}>
      {close => (
        <>
          {entries.map(([text, action]) => (
            <li key={text}>
              <button
                type="button"
                onClick={() => {
                  close();
                  action();
                }}
              >
                {text}
              </button>
            </li>
          ))}
          <li>
            <a href={`/game/export/${round.id}`} download={`${round.id}.pgn`}>
              {t('game.pgn')}
            </a>
          </li>
          {isOver(round) && round.moves.length > 0 && (
            <li>
              <a href={`/${round.id}/review`}>{t('game.review')}</a>
            </li>
          )}
        </>
      )}
    </Popover>
  );
}
