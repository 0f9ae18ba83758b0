// SPDX-License-Identifier: MIT
/* The terms that somebody chose last, and terms in words. */
import { useEffect, useState } from 'preact/hooks';
import { canBeRated, readTerms, termsForGuest, type Terms } from '../base/terms';
import { parseTimeControl, withFraction } from '../base/timecontrol';
import { t, tryText } from '../i18n';
import { hasAccount, type Challenge, type Seek } from '../state/state';
import { useStore } from '../state/store';

const STORED = 'terms';
const CHANGED = 'rookery:terms';

const read = (): Terms => {
  try {
    return readTerms(localStorage.getItem(STORED));
  } catch {
    return readTerms(null);
  }
};

let current: Terms | null = null;

export const chosenTerms = (): Terms => (current ??= read());

export function chooseTerms(terms: Terms): void {
  current = terms;
  try {
    localStorage.setItem(STORED, JSON.stringify(terms));
  } catch {
    // they last until the page is closed
  }
  dispatchEvent(new Event(CHANGED));
}

/** The chosen terms, restricted to what the current user can choose. */
export function useTerms(): Terms {
  const [, render] = useState(0);
  useEffect(() => {
    const changed = () => render(count => count + 1);
    addEventListener(CHANGED, changed);
    return () => removeEventListener(CHANGED, changed);
  }, []);
  const account = useStore(state => hasAccount(state.session));
  return allowedTerms(chosenTerms(), account);
}

/** Guests play casual games, and without a clock there is no rating. */
export function allowedTerms(terms: Terms, account: boolean): Terms {
  if (!account) return termsForGuest(terms);
  return canBeRated(terms) ? terms : { ...terms, rated: 'casual' };
}

/** '5+3', '½+0', '3 days', 'No clock' in the page's language. */
export function clockInWords(clock: string): string {
  const control = parseTimeControl(clock);
  if (control.kind === 'days') return t('common.days', { n: Math.round(control.base / 86_400_000) });
  return control.kind === 'none' ? t('common.noClock') : withFraction(clock);
}

/** '5+3, rated', 'casual, without a clock'. */
export function gameTerms({ clock, rated }: { clock: string; rated: boolean }): string {
  const kind = t(rated ? 'play.rated.rated' : 'play.rated.casual');
  return parseTimeControl(clock).kind === 'none' ? t('play.unclocked', { kind }) : `${clockInWords(clock)}, ${kind}`;
}

export const variantName = (variant: string): string => tryText(`variant.${variant}`, variant);

/** 'Standard, casual, any colour'. */
export function termsInWords(terms: Terms): string {
  const parts = [variantName(terms.variant), t(`play.rated.${terms.rated}`), t(`play.any.${terms.side}`)];
  if (terms.range) parts.push(terms.range.replace('-', '–'));
  if (terms.hidden) parts.push(t('play.private'));
  return parts.join(', ');
}

/** What the seeker wants, for screen readers. */
export const sideInWords = (side: string): string => t(side === 'white' ? 'play.wantsWhite' : side === 'black' ? 'play.wantsBlack' : 'play.eitherColour');

/** 'rated' or 'casual', inside a list of terms. */
export const ratedInWords = (rated: boolean): string => t(rated ? 'common.rated' : 'common.casual').toLowerCase();

/** 'rated, Chess960': what a row of the list says about a seek. */
export function seekTerms(seek: Pick<Seek, 'rated' | 'variant' | 'rating_range' | 'hidden'>): string {
  const parts = [ratedInWords(seek.rated)];
  if (seek.variant !== 'standard') parts.push(variantName(seek.variant));
  if (seek.rating_range) parts.push(seek.rating_range.replace('-', '–'));
  if (seek.hidden) parts.push(t('play.private'));
  return parts.join(', ');
}

/** '5+3, rated, Crazyhouse'. */
export function challengeTerms(challenge: Challenge): string {
  const variant = challenge.variant === 'standard' ? '' : `, ${variantName(challenge.variant)}`;
  return `${clockInWords(challenge.clock)}, ${ratedInWords(challenge.rated)}${variant}`;
}
