// SPDX-License-Identifier: MIT
/* Tells the moderators about somebody: ?report=carl, after a game ?report=carl&game=<id>. */
import { useState } from 'preact/hooks';
import type { DialogPageProps } from '../../app/Dialogs';
import { errorText } from '../../app/errors';
import { openDialog } from '../../app/router';
import { toast } from '../../app/toast';
import { t } from '../../i18n';
import { hasAccount } from '../../state/state';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FieldFrame, TextField } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { postForm } from '../../wire/http';

const reasons = ['cheat', 'abuse', 'spam', 'name', 'stalling', 'other'] as const;

/** The id in the address of a game; '' for nothing, null for something else. */
export function gameIdIn(text: string): string | null {
  const trimmed = text.trim();
  if (!trimmed) return '';
  return /^(?:https?:\/\/[^/]+\/)?([A-Za-z0-9]{8})(?:[/?#].*)?$/.exec(trimmed)?.[1] ?? null;
}

interface ReasonsProps {
  value: string;
  error: string | null;
  onValue(reason: string): void;
}

function Reasons({ value, error, onValue }: ReasonsProps) {
  return (
    <fieldset aria-describedby={error ? 'report-reason-error' : undefined}>
      <legend>{t('profile.report.reason')}</legend>
      {reasons.map(reason => (
        <label key={reason} class="checkline">
          <input type="radio" name="reason" checked={value === reason} onChange={() => onValue(reason)} />
          <span>{t(`profile.report.${reason}`)}</span>
        </label>
      ))}
      {error && (
        <div class="field">
          <p class="error" id="report-reason-error">
            <Icon name="warn" small />
            {error}
          </p>
        </div>
      )}
    </fieldset>
  );
}

function ReportForm({ name, firstGame, onClose }: { name: string; firstGame: string; onClose(): void }) {
  const [reason, setReason] = useState('');
  const [text, setText] = useState('');
  const [game, setGame] = useState(firstGame);
  const [error, setError] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const id = gameIdIn(game);
  const send = async (event: Event) => {
    event.preventDefault();
    setTried(true);
    if (id === null || !reason || !text.trim()) return;
    setBusy(true);
    try {
      await postForm('/api/report', { user: name, reason, text, game: id || undefined });
      toast(t('profile.report.sent'), 'good');
      onClose();
    } catch (failure) {
      setError(errorText(failure));
      setBusy(false);
    }
  };
  return (
    <form class="stack" onSubmit={send} noValidate>
      <Reasons value={reason} error={tried && !reason ? t('profile.report.reasonMissing') : null} onValue={setReason} />
      <FieldFrame label={t('profile.report.text')} help={t('profile.report.textHelp')} error={tried && !text.trim() ? t('profile.report.textMissing') : null}>
        {({ id: field, describedBy, invalid }) => (
          <textarea
            id={field}
            class="input"
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            required
            maxLength={1000}
            value={text}
            onInput={event => setText(event.currentTarget.value)}
          />
        )}
      </FieldFrame>
      <TextField
        label={t('profile.report.game')}
        help={t('profile.report.gameHelp')}
        value={game}
        onValue={setGame}
        error={id === null ? t('profile.report.gameBad') : null}
        spellcheck={false}
      />
      {error && (
        <p class="failed" role="alert">
          <Icon name="warn" small />
          {error}
        </p>
      )}
      <footer>
        <Button kind="line" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button kind="primary" type="submit" busy={busy}>
          {t('profile.report.send')}
        </Button>
      </footer>
    </form>
  );
}

function GuestHint() {
  return (
    <>
      <p>{t('profile.report.guest')}</p>
      <footer>
        <Button kind="primary" onClick={() => openDialog('login', { replace: true })}>
          {t('common.logIn')}
        </Button>
      </footer>
    </>
  );
}

export default function ReportDialog({ url, value, onClose }: DialogPageProps) {
  const account = useStore(state => hasAccount(state.session));
  return (
    <Dialog title={t('profile.report', { name: value })} onClose={onClose}>
      {account ? <ReportForm key={value} name={value} firstGame={url.searchParams.get('game') ?? ''} onClose={onClose} /> : <GuestHint />}
    </Dialog>
  );
}
