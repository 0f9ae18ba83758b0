// SPDX-License-Identifier: MIT
/* The conditional moves of a correspondence game, while it is the opponent's turn. */
import { makeLine, type Line } from '../../chess/line';
import { t } from '../../i18n';
import { moveText } from '../../i18n/notation';
import type { Round } from '../../state/round';
import { Button, IconButton } from '../../ui/Button';
import { draftText, type ConditionalDraft } from './useConditionalMoves';

/** 'If e5, then Nf3. If Nc6, then Bb5.' */
function lineText(round: Round, game: Line, moves: string[]): string {
  const sans = makeLine(round.variant, round.start, [...round.moves, ...moves], game).sans.slice(round.moves.length).map(san => moveText(san));
  const pairs = sans.flatMap((move, i) => (i % 2 ? [] : [t('game.conditional.pair', { move, reply: sans[i + 1]! })]));
  return pairs.join(' ');
}

export function ConditionalMoves({ round, line, preparing }: { round: Round; line: Line; preparing: ConditionalDraft }) {
  const { lines, draft } = preparing;
  return (
    <section class="prepared" aria-labelledby="prepared">
      <header class={draft ? 'entering' : undefined}>
        <h2 id="prepared">{draft ? draftText(round, draft) : t('game.conditional.head')}</h2>
        <Button kind="text" size="small" onClick={draft ? preparing.stop : preparing.start}>
          {t(draft ? 'game.conditional.done' : 'game.conditional.add')}
        </Button>
      </header>
      {lines.length > 0 && (
        <ul>
          {lines.map(moves => {
            const text = lineText(round, line, moves);
            return (
              <li key={moves.join()}>
                <span>{text}</span>
                <IconButton icon="close" label={t('game.conditional.delete', { line: text })} onClick={() => preparing.remove(moves)} />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
