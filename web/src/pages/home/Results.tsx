// SPDX-License-Identifier: MIT
/* The last results, with a way to review the game. */
import { scoreText } from '../../base/score';
import { t } from '../../i18n';
import { playerName } from '../../i18n/names';
import type { Result } from '../../state/state';
import { useStore } from '../../state/store';
import { Card } from '../../ui/Card';

const SHOWN = 4;

function ResultRow({ result }: { result: Result }) {
  const { game } = result;
  const [white, black] = [playerName(result.white), playerName(result.black)];
  const score = scoreText(result);
  return (
    <li>
      <span class="clip">{white}</span>
      <a href={`/${game}/review`} aria-label={t('home.reviewOf', { white, black, score })}>
        {score}
      </a>
      <span class="clip">{black}</span>
    </li>
  );
}

export function Results() {
  const results = useStore(state => state.results);
  if (!results.length) return null;
  return (
    <Card title={t('home.finished')} class="hide-phone">
      <ul class="done">
        {results.slice(0, SHOWN).map(result => (
          <ResultRow key={result.game} result={result} />
        ))}
      </ul>
    </Card>
  );
}
