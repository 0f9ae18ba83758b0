// SPDX-License-Identifier: MIT
/* Names of players, and of what they have ratings in. */
import { variants } from '../base/variants';
import { hasText, t, tryText, type Parameters } from './index';

/** The kinds of ratings in the order to show them: speeds, variants, puzzles. */
export const perfKeys = [
  'ultraBullet',
  'bullet',
  'blitz',
  'rapid',
  'classical',
  'correspondence',
  ...variants.slice(1), // standard chess has the ratings of its speeds
  'puzzle',
] as const;

/** 'Blitz', 'Crazyhouse'. */
export const perfName = (key: string): string => tryText(`speed.${key}`, tryText(`variant.${key}`, key));

/** A player's name as the page shows it. The server calls the computer 'Rookery level 3' and a guest 'Guest-abcd',
 * which nobody else can be called. */
export function playerName(name: string): string {
  const level = /^Rookery level (\d+)$/.exec(name)?.[1];
  if (level) return t('common.computer', { n: Number(level) });
  const letters = /^Guest-(\w+)$/.exec(name)?.[1];
  return letters ? t('common.guestName', { letters }) : name;
}

const PIECES = ['piece', 'pinner', 'other'];

/** Parameters as the reader knows them: pieces by their names. */
export function nameParameters(parameters: Parameters): Parameters {
  const named = Object.entries(parameters).map(([name, value]) => {
    const key = `piece.${value}`;
    return [name, PIECES.includes(name) && hasText(key) ? t(key) : value];
  });
  return Object.fromEntries(named) as Parameters;
}
