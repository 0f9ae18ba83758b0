// SPDX-License-Identifier: MIT
/* The variants by the names that the server's API uses, in the order in which every list shows them. */
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

/** Sorts what has the name of a variant; those that this client does not know come last, in their order. */
export function inOrder<T>(list: readonly T[], nameOf: (item: T) => string): T[] {
  const rank = (item: T) => (isVariant(nameOf(item)) ? variants.indexOf(nameOf(item) as Variant) : variants.length);
  return [...list].sort((a, b) => rank(a) - rank(b));
}

export const isVariant = (text: string): text is Variant => (variants as readonly string[]).includes(text);
