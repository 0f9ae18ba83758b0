// SPDX-License-Identifier: MIT
/* On a quiet server, announces new seeks on every page: 'Anna wants to play 5+3'. Not while many people are online
 * or while we are playing. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { playerName } from '../i18n/names';
import { dropSeek } from '../state/local';
import { callsFor, isAtBoard, isRatedFor } from '../state/pairing';
import type { Seek } from '../state/state';
import { getState, update, useStore } from '../state/store';
import { Button } from '../ui/Button';
import { listen, subscribeTo } from './client';
import { errorText } from './errors';
import { seekerOf } from './pairing';
import { joinSeek } from './seeks';
import { clockInWords, ratedInWords, variantName } from './terms';
import { serverName } from './title';
import { toast } from './toast';

/** Seeks that arrive right after connecting are not new. */
const SETTLED = 1_500;
/** A seek that has ended is shown for another moment. */
const GONE_SHOWN = 1_000;
/** How long new seeks of a person are not announced after one was dismissed. */
const QUIET = 600_000;

const quietUntil = new Map<string, number>();

/** The id of the newest seek worth announcing. */
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

/** Also announces it in the title, for users who look at another window. */
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
        {text} <span class="faint">{ratedInWords(isRatedFor(seek, seekerOf(getState())))}</span>
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
