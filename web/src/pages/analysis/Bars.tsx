// SPDX-License-Identifier: MIT
/* The players above and below the board, with the clock they had after their last move. */
import { clockText } from '../../base/clock';
import type { Side } from '../../base/side';
import { materialOf, readChecks } from '../../chess/pieces';
import { nodesOf } from '../../chess/tree';
import { t } from '../../i18n';
import { playerName } from '../../i18n/names';
import { CapturedPieces, ratingText } from '../../ui/Player';
import { timeInWords } from '../../ui/Clock';
import type { ExportedGame } from './load';
import type { Analysis } from './useAnalysis';
import { isWhitePly } from './texts';

/** The clock of a side after its last move on the path. */
function clockOf({ tree, path }: Analysis, side: Side): number | null {
  const nodes = nodesOf(tree, path);
  for (let ply = path.length - 1; ply >= 0; ply--)
    if (isWhitePly(tree, ply) === (side === 'white')) return nodes[ply + 1]!.clock ?? null;
  return null;
}

export function nameOf(analysis: Analysis, game: ExportedGame | null, side: Side): string {
  const player = game?.players[side];
  if (player) return player.user?.name ?? player.name ?? (player.aiLevel ? t('common.computer', { n: player.aiLevel }) : t('common.guest'));
  const tag = analysis.tree.tags[side === 'white' ? 'White' : 'Black'];
  return tag && tag !== '?' ? playerName(tag) : t(side === 'white' ? 'common.white' : 'common.black');
}

const ratingOf = (analysis: Analysis, game: ExportedGame | null, side: Side): string => {
  if (game) return ratingText(game.players[side]);
  const rating = analysis.tree.tags[side === 'white' ? 'WhiteElo' : 'BlackElo'];
  return rating && rating !== '?' ? rating : '';
};

/** Checks left in three-check; captured pieces where a lead means something. */
function MaterialLine({ analysis, side }: { analysis: Analysis; side: Side }) {
  const fen = analysis.position.fen();
  const checks = readChecks(fen);
  if (checks) return <>{t('analysis.checksLeft', { n: checks[side] })}</>;
  const meaningless = ['crazyhouse', 'horde', 'antichess'].includes(analysis.tree.variant);
  return meaningless ? null : <CapturedPieces material={materialOf(fen)} side={side} />;
}

export function Bar({ analysis, game, side, place }: { analysis: Analysis; game: ExportedGame | null; side: Side; place: 'top' | 'bottom' }) {
  const name = nameOf(analysis, game, side);
  const account = game?.players[side].user;
  const clock = clockOf(analysis, side);
  return (
    <div class={`player ${place} g-${place}`}>
      <div class="who">
        <div class="line">
          <span class={`side ${side === 'white' ? 'w' : 'b'}`} aria-hidden="true" />
          {account ? (
            <a class="name" href={`/@/${account.name}`}>
              {name}
            </a>
          ) : (
            <span class="name">{name}</span>
          )}
          <span class="rating">{ratingOf(analysis, game, side)}</span>
          <span class="material">
            <MaterialLine analysis={analysis} side={side} />
          </span>
        </div>
      </div>
      {clock !== null && (
        <div class="clock" role="timer" aria-live="off" aria-label={t('clock.label', { name, time: timeInWords(clock) })}>
          {clockText(clock).main || t('common.days', { n: clockText(clock).days ?? 0 })}
        </div>
      )}
    </div>
  );
}
