// SPDX-License-Identifier: MIT
/* Programs that may act for you: API tokens and those that logged in by OAuth. */
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { toast } from '../../app/toast';
import { formatAgo, formatDate, t, tryText } from '../../i18n';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { copyText } from '../../ui/copyText';
import { Icon } from '../../ui/Icon';
import { Loading, useLoad } from '../../ui/Load';
import { getJson, postForm } from '../../wire/http';
import { NewToken } from './NewToken';

interface Token {
  id: string;
  description: string;
  client: string | null;
  scopes: string;
  created: number;
  used: number | null;
  expires: number | null;
}

const scopeText = (scope: string): string => tryText(`account.scope.${scope}`, scope);

function facts(token: Token): string {
  const used = token.used ? t('account.used', { ago: formatAgo(token.used, Date.now()) }) : t('account.neverUsed');
  const parts = [t('account.since', { date: formatDate(token.created) }), used];
  return (token.expires ? [...parts, t('account.expires', { date: formatDate(token.expires) })] : parts).join(' · ');
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke(): Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    await onRevoke();
    setBusy(false);
  };
  const scopes = token.scopes.split(',').filter(Boolean);
  return (
    <li class="item">
      <Icon name={token.client ? 'globe' : 'key'} />
      <div class="grow">
        <b>{token.client ?? (token.description || t('account.unnamed'))}</b>
        <p class="small">{scopes.length ? scopes.map(scopeText).join(', ') : t('account.publicOnly')}</p>
        <p class="small muted">{facts(token)}</p>
      </div>
      <Button kind="danger-line" size="small" busy={busy} onClick={() => void revoke()}>
        {t('account.revoke')}
      </Button>
    </li>
  );
}

/** A new token is shown once. */
function Created({ token, onClose }: { token: string; onClose(): void }) {
  const [copied, setCopied] = useState(false);
  return (
    <div class="created stack" role="status">
      <p>
        <b>{t('account.tokenMade')}</b> {t('account.tokenOnce')}
      </p>
      <div class="with-btn">
        <input class="input mono" readOnly value={token} aria-label={t('account.token')} onFocus={event => event.currentTarget.select()} />
        <Button icon="copy" onClick={() => void copyText(token).then(setCopied)}>
          {t(copied ? 'common.copied' : 'common.copy')}
        </Button>
      </div>
      <div>
        <Button kind="line" size="small" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </div>
  );
}

export function Apps() {
  const loaded = useLoad<{ tokens: Token[] }>('tokens', () => getJson('/account/tokens', { tokens: [{ id: 'string', scopes: 'string' }] }));
  const [made, setMade] = useState<string | null>(null);
  const revoke = async (token: Token) => {
    try {
      await postForm(`/account/tokens/${token.id}/revoke`);
      loaded.setData({ tokens: (loaded.data?.tokens ?? []).filter(other => other.id !== token.id) });
    } catch (error) {
      toast(errorText(error), 'bad');
    }
  };
  const onMade = (token: string) => {
    setMade(token);
    loaded.reload();
  };
  return (
    <>
      <Card title={t('account.newToken')}>
        <div class="body stack">
          {made ? <Created token={made} onClose={() => setMade(null)} /> : <NewToken scopeText={scopeText} onMade={onMade} />}
        </div>
      </Card>
      <Card title={t('account.appsTitle')}>
        <Loading loaded={loaded} describe={errorText}>
          {({ tokens }) =>
            tokens.length ? (
              <ul class="ruled items">
                {tokens.map(token => (
                  <TokenRow key={token.id} token={token} onRevoke={() => revoke(token)} />
                ))}
              </ul>
            ) : (
              <p class="empty muted">{t('account.noTokens')}</p>
            )
          }
        </Loading>
      </Card>
    </>
  );
}
