// SPDX-License-Identifier: MIT
/* A link that staff hand over to somebody: it is shown once, with a button to copy it. */
import { useRef } from 'preact/hooks';
import { toast } from '../../app/toast';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { copyText } from '../../ui/copyText';
import { FieldFrame } from '../../ui/Field';

export function SecretLink({ link, help }: { link: string; help: string }) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    if (await copyText(link, field.current)) toast(t('common.copied'), 'good');
  };
  return (
    <FieldFrame label={t('admin.link')} help={help}>
      {({ id, describedBy }) => (
        <div class="with-btn">
          <input ref={field} id={id} class="input" readOnly value={link} aria-describedby={describedBy} onFocus={event => event.currentTarget.select()} />
          <Button kind="line" class="nowrap" icon="copy" onClick={() => void copy()}>
            {t('common.copy')}
          </Button>
        </div>
      )}
    </FieldFrame>
  );
}
