// SPDX-License-Identifier: MIT
/* Names of what players have ratings in. */
import { tryText } from './index';

/** The kinds of ratings in the order to show them: speeds, then variants. */
export const perfKeys = [
  'ultraBullet',
  'bullet',
  'blitz',
  'rapid',
  'classical',
  'correspondence',
  'chess960',
  'crazyhouse',
  'antichess',
  'atomic',
  'horde',
  'kingOfTheHill',
  'racingKings',
  'threeCheck',
  'amazon',
] as const;

/** 'Blitz', 'Crazyhouse'. */
export const perfName = (key: string): string => tryText(`speed.${key}`, tryText(`variant.${key}`, key));
