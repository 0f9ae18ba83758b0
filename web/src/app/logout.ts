// SPDX-License-Identifier: MIT
/* Ends the session. */
import { t } from '../i18n';
import { postForm } from '../wire/http';
import { reconnectAs } from './client';
import { errorText } from './errors';
import { navigate } from './router';
import { toast } from './toast';

/** Logs out, here or everywhere, and goes home. */
export async function logOut({ everywhere = false } = {}): Promise<void> {
  try {
    await postForm('/account/logout', everywhere ? { all: true } : {});
  } catch (error) {
    toast(errorText(error), 'bad');
    return;
  }
  await reconnectAs();
  navigate('/');
  toast(t('common.loggedOut'), 'good');
}
