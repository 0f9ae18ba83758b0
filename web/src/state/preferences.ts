// SPDX-License-Identifier: MIT
/* What people can choose: the preferences of src/social/preferences.def, which an account keeps on the
 * server, and some that belong to this browser. A component reads one with usePreference('premove').
 * app/preferences.ts changes and stores them. */
import { getState, useStore } from './store';

interface FlagRow {
  kind: 'flag';
  fallback: boolean;
}
interface NumberRow {
  kind: 'number';
  min: number;
  max: number;
  fallback: number;
}
interface WordRow<W extends string = string> {
  kind: 'word';
  words: readonly W[];
  /** The numbers that the server sends for the words, in their order. */
  numbers?: readonly number[];
  fallback: W;
}
type Row = FlagRow | NumberRow | WordRow;

const flag = (fallback: boolean): FlagRow => ({ kind: 'flag', fallback });
const words = <const W extends string>(list: readonly W[], fallback: NoInfer<W>, numbers?: readonly number[]): WordRow<W> => ({
  kind: 'word',
  words: list,
  numbers,
  fallback,
});

/** Kept with the account; without one in the browser. Same names and defaults as preferences.def. */
export const accountPreferences = {
  theme: words(['slate', 'elm', 'moss'], 'slate'),
  pieceSet: words(['cburnett', 'plain', 'figurine'], 'cburnett'),
  background: words(['auto', 'light', 'dark'], 'auto'),
  soundSet: words(['standard', 'silent'], 'standard'),
  animation: words(['none', 'fast', 'normal', 'slow'], 'normal', [0, 1, 2, 3]),
  coords: words(['none', 'inside', 'outside'], 'outside', [0, 1, 2]),
  highlight: flag(true),
  destination: flag(true),
  captured: flag(true),
  clockTenths: words(['never', 'low', 'always'], 'low', [0, 1, 2]),
  premove: flag(true),
  autoQueen: words(['never', 'premove', 'always'], 'premove', [1, 2, 3]),
  submitMove: words(['never', 'correspondence', 'always'], 'correspondence', [0, 4, 2]),
  confirmResign: words(['no', 'yes'], 'yes', [0, 1]),
  zen: words(['no', 'yes', 'playing'], 'no', [0, 1, 2]),
  notation: words(['language', 'english', 'figurines'], 'language'),
  autoThreefold: words(['never', 'time', 'always'], 'always', [1, 2, 3]),
  moretime: words(['never', 'casual', 'always'], 'always', [1, 2, 3]),
  challenge: words(['never', 'rating', 'friends', 'always'], 'always', [1, 2, 3, 4]),
  message: words(['never', 'friends', 'always'], 'always', [1, 2, 3]),
  follow: flag(true),
} as const;

/** Kept in this browser: they depend on the device. */
export const browserPreferences = {
  contrast: words(['auto', 'more'], 'auto'),
  /** 0 to 100. */
  volume: { kind: 'number', min: 0, max: 100, fallback: 70 } as NumberRow,
  soundMoves: flag(true),
  soundClock: flag(true),
  soundResults: flag(true),
  soundMessages: flag(true),
  /** Single letters as keys: f flips the board, z is zen. */
  letterKeys: flag(true),
  /** Notices of the system while the page is hidden. */
  systemNotices: flag(true),
} as const;

const rows = { ...accountPreferences, ...browserPreferences };
type Rows = typeof rows;
export type PreferenceName = keyof Rows;
export type PreferenceValue<N extends PreferenceName> = Rows[N] extends FlagRow
  ? boolean
  : Rows[N] extends WordRow<infer W>
    ? W
    : number;

/** Preferences as texts, as they are sent and stored. */
export type PreferenceTexts = Readonly<Record<string, string>>;

export const preferenceNames = Object.keys(rows) as PreferenceName[];

export const isAccountPreference = (name: string): boolean => name in accountPreferences;

function readRow(row: Row, text: string | undefined): string | number | boolean {
  if (text === undefined) return row.fallback;
  if (row.kind === 'flag') return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : row.fallback;
  if (row.kind === 'word') {
    const byNumber = row.numbers?.indexOf(Number(text)) ?? -1;
    return row.words.includes(text) ? text : (row.words[byNumber] ?? row.fallback);
  }
  const number = text === '' ? NaN : Number(text);
  return Number.isFinite(number) ? Math.min(row.max, Math.max(row.min, number)) : row.fallback;
}

/** The value of a preference; the default if it is not set, or not to something allowed. */
export function readPreference<N extends PreferenceName>(texts: PreferenceTexts, name: N): PreferenceValue<N> {
  return readRow(rows[name], texts[name]) as PreferenceValue<N>;
}

/** The words that a preference can be. */
export function preferenceWords(name: PreferenceName): readonly string[] {
  const row: Row = rows[name];
  return row.kind === 'word' ? row.words : [];
}

/** A preference; the component renders again when it changes. */
export function usePreference<N extends PreferenceName>(name: N): PreferenceValue<N> {
  return useStore(state => readPreference(state.preferences, name));
}

/** A preference now, for what is not drawn. */
export const getPreference = <N extends PreferenceName>(name: N): PreferenceValue<N> => readPreference(getState().preferences, name);

/** The milliseconds that a piece travels. */
export const animationTime = (animation: PreferenceValue<'animation'>): number => ({ none: 0, fast: 100, normal: 180, slow: 400 })[animation];

/** How a board looks and behaves, as properties of it. */
export const useBoardPreferences = () => ({
  coordinates: usePreference('coords') !== 'none',
  showDests: usePreference('destination'),
  highlight: usePreference('highlight'),
  animation: animationTime(usePreference('animation')),
});

/** Texts from JSON: the answer of the server, or what the browser stored. Anything unknown is left out. */
export function preferenceTexts(json: unknown): Record<string, string> {
  if (typeof json !== 'object' || json === null) return {};
  const known = Object.entries(json).filter(([name, value]) => Object.hasOwn(rows, name) && ['string', 'number', 'boolean'].includes(typeof value));
  return Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
}
