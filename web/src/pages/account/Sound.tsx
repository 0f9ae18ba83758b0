// SPDX-License-Identifier: MIT
/* Sounds, single-letter keys and notices of the system. */
import { canNotify, usePermission } from '../../app/notices';
import { setPreference } from '../../app/preferences';
import { t } from '../../i18n';
import { playSound, type SoundName } from '../../sound';
import { usePreference } from '../../state/preferences';
import { Card } from '../../ui/Card';
import { Choice, Flag, Row } from './choices';

function Volume() {
  const volume = usePreference('volume');
  return (
    <Row label={t('account.pref.volume')}>
      <input
        class="volume"
        type="range"
        min={0}
        max={100}
        step={5}
        aria-label={t('account.pref.volume')}
        value={volume}
        onInput={event => void setPreference('volume', Number(event.currentTarget.value))}
        onChange={() => playSound('move')}
      />
    </Row>
  );
}

const examples = ['move', 'capture', 'check', 'lowTime', 'start', 'win', 'draw', 'loss', 'message', 'challenge'] as const satisfies readonly SoundName[];

function Examples() {
  return (
    <Row label={t('account.listen')}>
      <div class="wrap examples">
        {examples.map(name => (
          <button key={name} type="button" class="chip" onClick={() => playSound(name)}>
            {t(`account.sound.${name}`)}
          </button>
        ))}
      </div>
    </Row>
  );
}

function SystemNotices() {
  const [permission, ask] = usePermission();
  if (!canNotify()) return null;
  return (
    <>
      <Flag name="systemNotices" />
      {permission === 'default' && (
        <Row label={t('account.noticesAsk')}>
          <button type="button" class="btn line small" onClick={ask}>
            {t('account.noticesAllow')}
          </button>
        </Row>
      )}
      {permission === 'denied' && <p class="pref small muted">{t('account.noticesDenied')}</p>}
    </>
  );
}

export function Sound() {
  const silent = usePreference('soundSet') === 'silent';
  return (
    <>
      <Card title={t('account.sounds')}>
        <div class="prefs">
          <Choice name="soundSet" />
          {!silent && (
            <>
              <Volume />
              <Flag name="soundMoves" />
              <Flag name="soundClock" />
              <Flag name="soundResults" />
              <Flag name="soundMessages" />
              <Examples />
            </>
          )}
        </div>
      </Card>
      <Card title={t('account.keysAndNotices')}>
        <div class="prefs">
          <Flag name="letterKeys" />
          <SystemNotices />
        </div>
      </Card>
    </>
  );
}
