// SPDX-License-Identifier: MIT
/* Quick pairing: a time control and one button. The other terms are in a dialog. */
import { useEffect, useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { NoticeOffer } from '../../app/NoticeOffer';
import { cancelPlay, play } from '../../app/pairing';
import { openDialog } from '../../app/router';
import type { ServerInfo } from '../../app/server';
import { chooseTerms, chosenTerms, clockInWords, termsInWords, useTerms } from '../../app/terms';
import type { Terms } from '../../base/terms';
import { parseTimeControl, speedOf, withFraction } from '../../base/timecontrol';
import { t } from '../../i18n';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { tilesOf } from './tiles';

function Tile({ clock, checked }: { clock: string; checked: boolean }) {
  return (
    <label>
      <input type="radio" name="tc" value={clock} checked={checked} onChange={() => chooseTerms({ ...chosenTerms(), clock })} />
      <span>
        <b>{withFraction(clock)}</b>
        <small>{t(`speed.${speedOf(parseTimeControl(clock))}`)}</small>
      </span>
    </label>
  );
}

function PlayButton({ terms, onError }: { terms: Terms; onError(text: string): void }) {
  const wanted = useStore(state => state.wanted);
  const start = () => {
    onError('');
    play(terms).catch((error: unknown) => onError(errorText(error)));
  };
  if (!wanted)
    return (
      <Button kind="primary" size="big" onClick={start}>
        {t('home.playClock', { clock: clockInWords(terms.clock) })}
      </Button>
    );
  return (
    <Button kind="line" size="big" class="waiting-btn" onClick={cancelPlay}>
      <span class="spin" aria-hidden="true" />
      <span class="grow">{t('home.waiting')}</span>
      <span class="do">{t('common.cancel')}</span>
    </Button>
  );
}

const sideLetter = { white: 'w', black: 'b', random: 'r' } as const;

export function Pairing({ info }: { info: ServerInfo | null }) {
  const terms = useTerms();
  const waiting = useStore(state => state.wanted !== null);
  const name = useStore(state => state.session.name);
  const [error, setError] = useState('');
  useEffect(() => setError(''), [name]); // it was for a visitor who has logged in since
  return (
    <form class="pairing" onSubmit={event => event.preventDefault()}>
      <h2>{t('home.find')}</h2>
      <fieldset disabled={waiting}>
        <legend class="sr">{t('home.timeControl')}</legend>
        <div class="tc">
          {tilesOf(info?.pools.map(pool => pool.name)).map(clock => (
            <Tile key={clock} clock={clock} checked={clock === terms.clock} />
          ))}
        </div>
      </fieldset>
      <button type="button" class="terms" aria-haspopup="dialog" disabled={waiting} onClick={() => openDialog('options')}>
        <span class={`side ${sideLetter[terms.side]}`} aria-hidden="true" />
        <span class="grow">{termsInWords(terms)}</span>
        <span class="nowrap">{t('home.change')}</span>
        <Icon name="down" small />
      </button>
      <PlayButton terms={terms} onError={setError} />
      {waiting && <NoticeOffer text={t('home.noticeOpponent')} />}
      {error && (
        <p class="failed" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
