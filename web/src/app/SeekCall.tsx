// SPDX-License-Identifier: MIT
/* On a quiet server people on every page are told when somebody looks for a game: 'Anna wants to play 5+3'.
 * In a crowd, and while we play, nobody is. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { playerName } from '../i18n/names';
import { dropSeek } from '../state/local';
import { callsFor, isAtBoard } from '../state/pairing';
import type { Seek } from '../state/state';
import { getState, update, useStore } from '../state/store';
import { Button } from '../ui/Button';
import { listen, subscribeTo } from './client';
import { errorText } from './errors';
import { seekerOf } from './pairing';
import { joinSeek } from './seeks';
import { clockInWords, variantName } from './terms';
import { serverName } from './title';
import { toast } from './toast';

/** The seeks that were there before us arrive at once; they are no news. */
const SETTLED = 1_500;
/** A seek that is gone keeps its place for a moment. */
const GONE_SHOWN = 1_000;
/** How long somebody whose call was put aside does not call again. */
const QUIET = 600_000;

const quietUntil = new Map<string, number>();

/** The id of the seek that came last and is worth a call. */
function useCalls(): [string | null, () => void] {
  const [called, setCalled] = useState<string | null>(null);
  const since = useRef(Infinity);
  const playing = useStore(isAtBoard);
  useEffect(() => {
    if (playing) return;
    since.current = performance.now();
    return subscribeTo({ t: 'lobby', on: true });
  }, [playing]);
  useEffect(
    () =>
      listen(message => {
        if (message.t === 'hello') since.current = performance.now();
        if (message.t === 'lost') setTimeout(() => update(dropSeek(message.seek)), GONE_SHOWN);
        if (message.t !== 'found' || performance.now() - since.current < SETTLED) return;
        const quiet = (quietUntil.get(message.name) ?? 0) > Date.now();
        if (!quiet && callsFor(message, getState(), seekerOf(getState()))) setCalled(message.seek);
      }),
    [],
  );
  return [called, () => setCalled(null)];
}

function textOf(seek: Seek): string {
  const variant = seek.variant === 'standard' ? '' : `, ${variantName(seek.variant)}`;
  return t('common.wantsToPlay', { name: playerName(seek.name), terms: `${clockInWords(seek.clock)}${variant}` });
}

/** The title calls those who look at another window. */
function useTitleCall(text: string): void {
  useEffect(() => {
    if (!document.hidden) return;
    const before = document.title;
    const restore = () => {
      document.title = before;
    };
    document.title = `${text} – ${serverName()}`;
    addEventListener('visibilitychange', restore, { once: true, capture: true });
    return () => {
      removeEventListener('visibilitychange', restore, { capture: true });
      restore();
    };
  }, [text]);
}

function Call({ seek, onDone }: { seek: Seek; onDone(): void }) {
  const text = textOf(seek);
  useTitleCall(text);
  const accept = () => {
    onDone();
    joinSeek(seek).catch((error: unknown) => toast(errorText(error), 'bad'));
  };
  const putAside = () => {
    quietUntil.set(seek.name, Date.now() + QUIET);
    onDone();
  };
  return (
    <div class="toast call" role="group" aria-label={text}>
      <p>
        {text} <span class="faint">{t(seek.rated ? 'common.rated' : 'common.casual')}</span>
      </p>
      <div class="acts">
        <Button kind="primary" size="small" onClick={accept}>
          {t('common.accept')}
        </Button>
        <Button kind="line" size="small" onClick={putAside}>
          {t('common.notNow')}
        </Button>
      </div>
    </div>
  );
}

export function SeekCall() {
  const [called, onDone] = useCalls();
  const seek = useStore(state => state.seeks.find(other => other.seek === called && !other.gone));
  const playing = useStore(isAtBoard);
  return seek && !playing ? <Call key={seek.seek} seek={seek} onDone={onDone} /> : null;
}
