// SPDX-License-Identifier: MIT
/* Offers browser notifications while the user has to wait. Shows nothing if the user has already allowed or denied
 * them. */
import { t } from '../i18n';
import { usePreference } from '../state/preferences';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { usePermission } from './notices';

export function NoticeOffer({ text }: { text: string }) {
  const wanted = usePreference('systemNotices');
  const [permission, ask] = usePermission();
  if (permission !== 'default' || !wanted) return null;
  return (
    <p class="notice-offer small">
      <Icon name="bell" small />
      <span class="grow">{text}</span>
      <Button kind="text" size="small" onClick={ask}>
        {t('common.notifyMe')}
      </Button>
    </p>
  );
}
