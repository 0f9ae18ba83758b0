// SPDX-License-Identifier: MIT
/* The rest of what can be done with a game. */
import { useEffect, useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { setPreference } from '../../app/preferences';
import { navigate } from '../../app/router';
import { toast } from '../../app/toast';
import { t } from '../../i18n';
import { usePreference } from '../../state/preferences';
import { isOver } from '../../state/round';
import { hasAccount } from '../../state/state';
import { useStore } from '../../state/store';
import { Popover } from '../../ui/Popover';
import { copyFen, copyLink, copyPgn } from './copy';
import { Note } from './Note';
import type { Game } from './useGame';

/** Whether the pieces are hidden, while this page is open; and how to change that. */
function useBlindfold(): [boolean, () => void] {
  const [on, setOn] = useState(false);
  useEffect(() => {
    document.body.classList.toggle('blindfold', on);
    return () => document.body.classList.remove('blindfold');
  }, [on]);
  return [on, () => setOn(!on)];
}

function switchSound(on: boolean): void {
  setPreference('soundSet', on ? 'standard' : 'silent').catch((error: unknown) => toast(errorText(error), 'bad'));
}

export function Menu({ game, onChat }: { game: Game; onChat: (() => void) | null }) {
  const { round } = game;
  const [note, setNote] = useState(false);
  const member = useStore(state => hasAccount(state.session));
  const [blindfold, toggleBlindfold] = useBlindfold();
  const silent = usePreference('soundSet') === 'silent';
  const entries: [string, () => void][] = [
    ...(onChat ? ([[t('chat.title'), onChat]] as [string, () => void][]) : []),
    ...(member ? ([[t('game.note'), () => setNote(true)]] as [string, () => void][]) : []),
    [t('game.zen'), () => document.body.classList.toggle('zen')],
    [t(blindfold ? 'game.blindfoldOff' : 'game.blindfoldOn'), toggleBlindfold],
    [t(silent ? 'game.soundOn' : 'game.soundOff'), () => switchSound(silent)],
    [t('game.copyLink'), () => void copyLink(round)],
    [t('game.copyFen'), () => void copyFen(game.position.fen())],
    ...(round.moves.length ? ([[t('game.copyPgn'), () => void copyPgn(round)]] as [string, () => void][]) : []),
    [t('common.preferences'), () => navigate('/account/look')],
  ];
  return (
    <>
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
      {note && <Note id={round.id} onClose={() => setNote(false)} />}
    </>
  );
}
