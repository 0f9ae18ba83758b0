// SPDX-License-Identifier: MIT
/* The field to write a message: Enter sends, Shift and Enter begin a new line. */
import { useRef, useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { postForm } from '../../wire/http';

const MAX_LENGTH = 8000;

export function Compose({ name, onSent }: { name: string; onSent(): void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const send = async () => {
    if (!text.trim() || busy) return;
    setBusy(true);
    setError(null);
    try {
      await postForm(`/inbox/${encodeURIComponent(name)}`, { text: text.trim() });
      setText('');
      onSent();
    } catch (failure) {
      setError(errorText(failure));
    }
    setBusy(false);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      class="compose"
      onSubmit={event => {
        event.preventDefault();
        void send();
      }}
    >
      {error && (
        <p class="error" role="alert">
          <Icon name="warn" small /> {error}
        </p>
      )}
      <textarea
        ref={field}
        class="input"
        rows={2}
        maxLength={MAX_LENGTH}
        aria-label={t('inbox.writeToName', { name })}
        placeholder={t('inbox.writeToName', { name })}
        value={text}
        onInput={event => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button kind="primary" type="submit" busy={busy} disabled={!text.trim()}>
        {t('inbox.send')}
      </Button>
    </form>
  );
}
