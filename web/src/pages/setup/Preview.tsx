// SPDX-License-Identifier: MIT
/* What people will see, and what the server has checked about itself. */
import type { ServerInfo } from '../../app/server';
import { t } from '../../i18n';
import { Icon, Mark } from '../../ui/Icon';
import { useLoad } from '../../ui/Load';
import { QrCode } from '../../ui/QrCode';
import { getJson } from '../../wire/http';
import { isLocal } from './form';

function Check({ good, text }: { good: boolean; text: string }) {
  return (
    <li class={good ? undefined : 'bad'}>
      <Icon name={good ? 'check' : 'warn'} />
      {text}
    </li>
  );
}

function Checks({ info }: { info: ServerInfo }) {
  const ready = useLoad('ready', () => getJson<{ ready: boolean }>('/readyz', { ready: 'boolean' }));
  const secure = location.protocol === 'https:';
  const local = isLocal(location.hostname);
  return (
    <ul class="checks">
      {(ready.data || ready.error) && <Check good={Boolean(ready.data?.ready)} text={t(ready.data?.ready ? 'setup.check.disk' : 'setup.check.noDisk')} />}
      <Check good={info.computerLevels > 0} text={t(info.computerLevels > 0 ? 'setup.check.engine' : 'setup.check.noEngine')} />
      {local ? <Check good={false} text={t('setup.check.local')} /> : <Check good={secure} text={t(secure ? 'setup.check.secure' : 'setup.check.insecure')} />}
    </ul>
  );
}

export function Preview({ name, info }: { name: string; info: ServerInfo | null }) {
  return (
    <aside class="card preview" aria-label={t('setup.preview')}>
      <p class="p-bar">
        <Mark />
        <span class="clip">{name.trim() || '…'}</span>
      </p>
      <div class="body stack pad">
        <QrCode text={location.origin} label={t('setup.qr', { address: location.origin })} />
        {!isLocal(location.hostname) && <p class="small muted center">{t('setup.print')}</p>}
        {info && <Checks info={info} />}
      </div>
    </aside>
  );
}
