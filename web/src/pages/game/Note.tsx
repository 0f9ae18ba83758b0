// SPDX-License-Identifier: MIT
/* A private note about a game. It is saved when one leaves its field. */
import { useRef } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { toast } from '../../app/toast';
import { t } from '../../i18n';
import { Dialog } from '../../ui/Dialog';
import { Loading, useLoad } from '../../ui/Load';
import { getJson, postForm } from '../../wire/http';

const MAX = 2000;

function Field({ path, first }: { path: string; first: string }) {
  const saved = useRef(first);
  const save = (text: string) => {
    if (text === saved.current) return;
    saved.current = text;
    postForm(path, { text }).catch((error: unknown) => toast(t('game.noteNotSaved', { text: errorText(error) }), 'bad'));
  };
  return (
    <>
      <textarea
        class="input"
        rows={8}
        maxLength={MAX}
        autofocus
        aria-label={t('game.note')}
        defaultValue={first}
        onBlur={event => save(event.currentTarget.value)}
      />
      <p class="muted small">{t('game.noteHelp')}</p>
    </>
  );
}

export function Note({ id, onClose }: { id: string; onClose(): void }) {
  const path = `/api/game/${id}/note`;
  const loaded = useLoad(path, () => getJson<{ text: string }>(path, { text: 'string' }));
  /* The field loses the focus, and so saves, before it is gone. */
  const close = () => {
    (document.activeElement as HTMLElement | null)?.blur();
    onClose();
  };
  return (
    <Dialog title={t('game.note')} onClose={close}>
      <Loading loaded={loaded} describe={errorText}>
        {({ text }) => <Field path={path} first={text} />}
      </Loading>
    </Dialog>
  );
}
