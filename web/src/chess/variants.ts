// SPDX-License-Identifier: MIT
/* The variants by the names that the server's API uses, in the order to show them. */
export const variants = [
  'standard',
  'chess960',
  'crazyhouse',
  'kingOfTheHill',
  'threeCheck',
  'antichess',
  'atomic',
  'horde',
  'racingKings',
  'amazon',
] as const;
export type Variant = (typeof variants)[number];

export const isVariant = (text: string): text is Variant => (variants as readonly string[]).includes(text);
