// SPDX-License-Identifier: MIT
import './page.css';
import type { PageProps } from '../../app/page';
import { t } from '../../i18n';

export default function GamePage(_: PageProps) {
  return <h1>{t('game.title')}</h1>;
}
