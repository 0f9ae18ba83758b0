// SPDX-License-Identifier: MIT
/* The shape of a catalogue: texts by key. {name} is replaced by a parameter; a text that depends on the
 * number {n} has a form for each plural of the language. */

export interface Plural {
  one: string;
  other: string;
}

export type Text = string | Plural;

export type Catalogue = Record<string, Text>;

/** A translation: every key of the English file, no more. */
export type Translation<English extends Catalogue> = Record<keyof English, Text>;
