// SPDX-License-Identifier: MIT
/* A result as a small mark: 1, ½, 0. */
import { t } from '../../i18n';
import type { Outcome } from './gameRow';

const signs: Record<Outcome, [letter: string, sign: string]> = {
  win: ['w', '1'],
  draw: ['d', '½'],
  loss: ['l', '0'],
  none: ['n', '–'],
  running: ['r', '…'],
};

export function OutcomeMark({ outcome }: { outcome: Outcome }) {
  const [letter, sign] = signs[outcome];
  return (
    <span class={`outcome ${letter}`} title={t(`profile.outcome.${outcome}`)}>
      <span aria-hidden="true">{sign}</span>
      <span class="sr">{t(`profile.outcome.${outcome}`)}</span>
    </span>
  );
}
