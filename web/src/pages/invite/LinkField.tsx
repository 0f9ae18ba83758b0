// SPDX-License-Identifier: MIT
/* The link with a button to copy it and, where the system can, one to share it. */
import { useEffect, useState } from 'preact/hooks';
import { announce } from '../../app/announce';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { copyText } from '../../ui/copyText';

const canShare = (): boolean => typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches;

export function LinkField({ link }: { link: string }) {
  const [copied, setCopied] = useState(false);
  const show = (done: boolean) => {
    setCopied(done);
    if (done) announce(t('play.copied'));
  };
  useEffect(() => {
    // only what the browser allows without a click of its own
    navigator.clipboard?.writeText(link).then(() => show(true), () => undefined);
  }, [link]);
  const share = () => navigator.share({ text: t('play.shareText'), url: link }).catch(() => undefined);
  return (
    <div>
      <div class="with-btn share">
        <input class="input" readOnly aria-label={t('play.link')} value={link} onFocus={event => event.currentTarget.select()} />
        {canShare() && (
          <Button kind="primary" icon="share" onClick={share}>
            {t('play.share')}
          </Button>
        )}
        <Button kind={canShare() ? 'line' : 'primary'} class="nowrap" icon={copied ? 'check' : 'copy'} onClick={() => copyText(link).then(show)}>
          {t('common.copy')}
        </Button>
      </div>
      <p class="small copied muted">{copied ? t('play.copied') : ' '}</p>
    </div>
  );
}
