// SPDX-License-Identifier: MIT
/* A small board that shows the chosen look at once. */
import { MiniBoard } from '../../board/MiniBoard';
import { t } from '../../i18n';
import { usePreference } from '../../state/preferences';

const POSITION = 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 b kq - 0 5';

export function BoardPreview() {
  const highlight = usePreference('highlight');
  return (
    <figure class="preview" aria-label={t('account.preview')}>
      <MiniBoard fen={POSITION} lastMove={highlight ? ['e1', 'g1'] : undefined} />
    </figure>
  );
}
