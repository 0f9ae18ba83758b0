// SPDX-License-Identifier: MIT
/* A link that staff hand over to somebody: it is shown once, with a button to copy it. */
import { copyWithToast } from '../../app/copy';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { FieldFrame } from '../../ui/Field';

export function SecretLink({ link, help }: { link: string; help: string }) {
  return (
    <FieldFrame label={t('admin.link')} help={help}>
      {({ id, describedBy }) => (
        <div class="with-btn">
          <input id={id} class="input" readOnly value={link} aria-describedby={describedBy} onFocus={event => event.currentTarget.select()} />
          <Button kind="line" class="nowrap" icon="copy" onClick={() => void copyWithToast(link, t('common.copied'))}>
            {t('common.copy')}
          </Button>
        </div>
      )}
    </FieldFrame>
  );
}
