// SPDX-License-Identifier: MIT
/* For people without an account: what an account offers. */
import { openDialog } from '../../app/router';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';

export function Welcome() {
  return (
    <Card title={t('account.welcome')}>
      <div class="body stack">
        <p class="muted">{t('account.welcomeText')}</p>
        <div class="wrap">
          <Button kind="primary" onClick={() => openDialog('register')}>
            {t('common.register')}
          </Button>
          <Button onClick={() => openDialog('login')}>{t('common.logIn')}</Button>
        </div>
        <p class="small muted">{t('account.guestNote')}</p>
      </div>
    </Card>
  );
}
