// SPDX-License-Identifier: MIT
/* Makes an API token: what it is for, what it may do, how long. */
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { t } from '../../i18n';
import { isStaff } from '../../state/state';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { SelectField, TextField } from '../../ui/Field';
import { Problem } from '../../ui/Problem';
import { postForJson } from '../../wire/http';

/** Those of src/accounts/scopes.def. */
const scopes = [
  'board:play',
  'bot:play',
  'challenge:read',
  'challenge:write',
  'challenge:bulk',
  'preference:read',
  'preference:write',
  'follow:read',
  'follow:write',
  'msg:write',
  'puzzle:read',
  'puzzle:write',
  'email:read',
];
const DAY = 86_400_000;
const durations = ['30', '365', ''] as const;

interface NewTokenProps {
  scopeText(scope: string): string;
  onMade(token: string): void;
}

function Scopes({ list, chosen, onChange, text }: { list: readonly string[]; chosen: readonly string[]; onChange(chosen: string[]): void; text(scope: string): string }) {
  const toggle = (scope: string) => onChange(chosen.includes(scope) ? chosen.filter(other => other !== scope) : [...chosen, scope]);
  return (
    <fieldset>
      <legend>{t('account.scopes')}</legend>
      <div class="scopes">
        {list.map(scope => (
          <label key={scope} class="checkline">
            <input type="checkbox" checked={chosen.includes(scope)} onChange={() => toggle(scope)} />
            <span>
              {text(scope)} <code class="small faint">{scope}</code>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function NewToken({ scopeText, onMade }: NewTokenProps) {
  const staff = useStore(state => isStaff(state.session));
  const [description, setDescription] = useState('');
  const [chosen, setChosen] = useState<string[]>(['board:play']);
  const [days, setDays] = useState<string>('365');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const make = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const expires = days ? Date.now() + Number(days) * DAY : undefined;
      const answer = await postForJson<{ token: string }>('/account/token', { scopes: chosen.join(','), description, expires }, { token: 'string' });
      onMade(answer!.token);
    } catch (failure) {
      setError(errorText(failure));
    }
    setBusy(false);
  };
  return (
    <form class="stack" onSubmit={make}>
      <p class="muted">{t('account.tokenText')}</p>
      <div class="two">
        <TextField label={t('account.tokenName')} value={description} onValue={setDescription} maxLength={80} required />
        <SelectField label={t('account.tokenDuration')} value={days} options={durations.map(value => ({ value, label: t(`account.days${value || 'Ever'}` as 'account.days30') }))} onValue={setDays} />
      </div>
      <Scopes list={staff ? [...scopes, 'web:mod'] : scopes} chosen={chosen} onChange={setChosen} text={scopeText} />
      <Problem text={error ?? ''} />
      <div>
        <Button type="submit" kind="primary" busy={busy}>
          {t('account.makeToken')}
        </Button>
      </div>
    </form>
  );
}
