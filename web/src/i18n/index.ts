// SPDX-License-Identifier: MIT
/* The page's language: t('home.play', { clock: '5+3' }). Catalogues load when a page needs them. */
import type { Catalogue, Text } from './catalogue';
import type { CatalogueName, Key } from './keys';

export const languages = { en: 'English', de: 'Deutsch', es: 'Español' } as const;
export type Language = keyof typeof languages;

export type { Key, CatalogueName };
export type Parameters = Record<string, string | number>;

const STORAGE_KEY = 'language';
const texts: Catalogue = {};

const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(languages, text);

/** The language to use: the chosen one, else the first that the browser prefers and we have. */
export function chooseLanguage(chosen: string | null, preferred: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  const codes = preferred.map(code => code.slice(0, 2).toLowerCase());
  return codes.find(isLanguage) ?? 'en';
}

const storedLanguage = (): string | null => {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null; // storage can be forbidden
  }
};

export const language: Language =
  typeof navigator === 'undefined' ? 'en' : chooseLanguage(storedLanguage(), navigator.languages ?? ['en']);

/** The browser's own form of the language, for dates and numbers: en-GB writes 18:49, en-US 6:49 PM. */
export const locale: string =
  typeof navigator === 'undefined' ? language : (navigator.languages?.find(code => code.toLowerCase().startsWith(language)) ?? language);

const plurals = new Intl.PluralRules(language);

/** Chooses a language; the page has to be loaded again. False if the browser forbids storage: its own
 * language stays. */
export function setLanguage(next: Language): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, next);
    return true;
  } catch {
    return false;
  }
}

/** The language to change to because the account has chosen it; null to stay. An account without a choice
 * has `en-GB`, as clients of Lichess expect; it is not one of our languages. */
export const languageToFollow = (chosen: unknown, now: Language = language): Language | null =>
  typeof chosen === 'string' && isLanguage(chosen) && chosen !== now ? chosen : null;

/** Loads the catalogues of a page. */
export async function loadTexts(...names: CatalogueName[]): Promise<void> {
  const files = await Promise.all(names.map(name => importCatalogue(name)));
  for (const file of files) addTexts(file);
}

async function importCatalogue(name: CatalogueName): Promise<Catalogue> {
  if (language === 'de') return ((await import(`./de/${name}.ts`)) as { default: Catalogue }).default;
  if (language === 'es') return ((await import(`./es/${name}.ts`)) as { default: Catalogue }).default;
  return ((await import(`./en/${name}.ts`)) as { default: Catalogue }).default;
}

export function addTexts(catalogue: Catalogue): void {
  Object.assign(texts, catalogue);
}

function chooseForm(text: Text, parameters: Parameters): string {
  if (typeof text === 'string') return text;
  return plurals.select(Number(parameters['n'])) === 'one' ? text.one : text.other;
}

/** The text of a key in the page's language. */
export function t(key: Key, parameters: Parameters = {}): string {
  const text = texts[key];
  if (text === undefined) return key;
  return chooseForm(text, parameters).replace(/\{(\w+)\}/g, (all, name: string) => String(parameters[name] ?? all));
}

/** Whether there is a text for a key that was put together, such as `variant.${name}`. */
export const hasText = (key: string): key is Key => key in texts;

/** The text of a key that was put together; `otherwise` if there is none. */
export const tryText = (key: string, otherwise: string): string => (hasText(key) ? t(key) : otherwise);

const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const timeFormat = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const numberFormat = new Intl.NumberFormat(locale);

const monthFormat = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
const weekdayFormat = new Intl.DateTimeFormat(locale, { weekday: 'long' });
const dayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });

/** 'March 2025'. */
export const formatMonth = (ms: number): string => monthFormat.format(ms);

export const formatDate = (ms: number): string => dateFormat.format(ms);
export const formatTime = (ms: number): string => timeFormat.format(ms);
export const formatNumber = (number: number): string => numberFormat.format(number);

/** A number with a fixed number of decimals: '0.4', '0,4'. */
export const formatDecimal = (number: number, digits: number): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(number);

const relativeFormat = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** 'two hours ago'. */
export function formatAgo(ms: number, now: number): string {
  const seconds = (ms - now) / 1000;
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return relativeFormat.format(Math.round(seconds / length), unit);
}

/** How old something is, in as few letters as possible: '12 min', '3 hr', '2 days'. */
export function formatAge(ms: number, now: number): string {
  const seconds = Math.max(0, now - ms) / 1000;
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? ['minute', 60];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(Math.floor(seconds / length));
}

const midnight = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);

/** A day in as few words as possible: 'today', 'yesterday', 'Thursday', '3 Nov', '3 Nov 2024'. */
export function formatDay(ms: number, now: number): string {
  const days = Math.round((midnight(now) - midnight(ms)) / 86_400_000);
  if (days <= 1) return relativeFormat.format(-days, 'day');
  if (days < 7) return weekdayFormat.format(ms);
  return new Date(ms).getFullYear() === new Date(now).getFullYear() ? dayFormat.format(ms) : formatDate(ms);
}

/** The time of today, the day of anything before. */
export const formatWhen = (ms: number, now: number): string => (midnight(ms) === midnight(now) ? formatTime(ms) : formatDay(ms, now));
