// SPDX-License-Identifier: MIT
/* About the game: terms, spectators, the score between the two players. */
import { t } from '../../i18n';
import type { Round } from '../../state/round';
import { useLoad } from '../../ui/Load';
import { getJson } from '../../wire/http';
import { controlText, kindText, nameOf } from './texts';
import { crosstableShape } from '../../wire/users';

interface Crosstable {
  users: Record<string, number>;
}

const half = (points: number): string => (points % 1 ? `${points < 1 ? '' : Math.floor(points)}½` : String(points));

/** The score between two people with accounts. Its place is kept until it arrives. */
function Rivals({ round }: { round: Round }) {
  const names = [round.white.name, round.black.name];
  const { data } = useLoad<Crosstable>(`${names.join('/')}/${round.status}`, () =>
    getJson(`/api/crosstable/${names.map(encodeURIComponent).join('/')}`, crosstableShape),
  );
  const [white, black] = names.map(name => data && half(data.users[name.toLowerCase()] ?? 0));
  return (
    <p class="rivals" aria-label={t('game.score')}>
      <span class="clip">{nameOf(round, 'white')}</span>
      <b>
        {white}–{black}
      </b>
      <span class="clip">{nameOf(round, 'black')}</span>
    </p>
  );
}

const hasAccounts = ({ white, black }: Round): boolean => white.rating !== null && black.rating !== null;

export function Details({ round, id }: { round: Round; id?: string }) {
  return (
    <section class="card info" id={id} aria-label={t('game.about')}>
      <p class="t">
        <b>{controlText(round.control)}</b>
        <span>{kindText(round)}</span>
      </p>
      {round.hidden && <p class="small muted">{t('game.private')}</p>}
      {round.watchers > 0 && <p class="small muted">{t('game.watching', { n: round.watchers })}</p>}
      {hasAccounts(round) && <Rivals round={round} />}
    </section>
  );
}
