// SPDX-License-Identifier: MIT
/* All keys, over the page: /?keys */
import type { DialogPageProps } from '../../app/Dialogs';
import { t } from '../../i18n';
import { Dialog } from '../../ui/Dialog';
import { KeyTable } from '../../ui/Keys';

export default function KeysDialog({ onClose }: DialogPageProps) {
  return (
    <Dialog title={t('keys.title')} class="wide keys-dialog" onClose={onClose}>
      <KeyTable />
    </Dialog>
  );
}
