// SPDX-License-Identifier: MIT
/* The recovery codes, shown once: to copy, to save, to print. */
import { useState } from 'preact/hooks';
import { serverName } from '../../app/title';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { copyText } from '../../ui/copyText';

function saveText(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const [copied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return (
    <div class="stack">
      <p>
        <b>{t('account.codes')}</b>
      </p>
      <p class="muted">{t('account.codesText')}</p>
      <ol class="codes mono">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div class="wrap">
        <Button icon="copy" onClick={() => void copyText(text).then(setCopied)}>
          {t(copied ? 'common.copied' : 'common.copy')}
        </Button>
        <Button icon="download" onClick={() => saveText(text, `${serverName()}.txt`)}>
          {t('account.codesSave')}
        </Button>
        <Button kind="primary" onClick={onClose}>
          {t('account.codesDone')}
        </Button>
      </div>
    </div>
  );
}
