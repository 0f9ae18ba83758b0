// SPDX-License-Identifier: MIT
/* What happened and what is going on, in words. */
import { opposite, type Side } from '../../base/side';
import { withFraction } from '../../base/timecontrol';
import { hasText, t, tryText } from '../../i18n';
import { playerName } from '../../i18n/names';
import type { Round } from '../../state/round';

export const nameOf = (round: Round, side: Side): string => playerName(round[side].name);

/** 'You win', 'Draw', 'Anna wins'. */
export function endHead(round: Round): string {
  if (round.status === 'aborted') return t('game.aborted.head');
  if (!round.winner) return t('game.draw.head');
  if (round.you === 'spectator') return t('game.wins', { name: nameOf(round, round.winner) });
  return t(round.winner === round.you ? 'game.youWin' : 'game.youLose');
}

/** 'Checkmate on move 17', 'Ben resigned'. */
export function endReason(round: Round): string {
  if (!round.end) return '';
  const actor = round.end === 'time-draw' && round.endBy ? opposite(round.endBy) : round.endBy;
  const yours = `end.${round.end}.you`;
  if (actor !== null && actor === round.you && hasText(yours)) return t(yours);
  const key = `end.${round.end}`;
  const name = actor ? nameOf(round, actor) : '';
  return hasText(key) ? t(key, { name, n: Math.ceil(round.moves.length / 2) }) : round.end;
}

/** The whole end as one sentence, for announcements and chat. */
export const endSentence = (round: Round): string => [endHead(round), endReason(round)].filter(Boolean).map(text => `${text}.`).join(' ');

/** 'Rated blitz', 'Casual crazyhouse'; without a clock 'Casual game'. */
export function kindText(round: Pick<Round, 'rated' | 'variant' | 'speed' | 'control'>): string {
  const ordinary = round.variant === 'standard';
  if (ordinary && round.control === '-') return t(round.rated ? 'game.rated' : 'game.casual');
  const kind = ordinary ? tryText(`speed.${round.speed}`, round.speed).toLowerCase() : tryText(`variant.${round.variant}`, round.variant);
  const text = t(round.rated ? 'game.kindRated' : 'game.kindCasual', { kind });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** '5+3', 'No clock', '3 days'. */
export function controlText(control: string): string {
  const days = /^(\d+) days?$/.exec(control)?.[1];
  if (days) return t('common.days', { n: Number(days) });
  return control === '-' ? t('common.noClock') : withFraction(control);
}
