// SPDX-License-Identifier: MIT
/* Changes and stores preferences: with the account, and in the browser, so that the page looks right
 * before the server has answered, and for people without an account. */
import { languageToFollow, setLanguage } from '../i18n';
import { setNotation } from '../i18n/notation';
import { setSoundSettings, type SoundGroup } from '../sound';
import { setPreferences } from '../state/local';
import { isAccountPreference, preferenceNames, preferenceTexts, readPreference, type PreferenceName, type PreferenceTexts, type PreferenceValue } from '../state/preferences';
import { hasAccount, type Session } from '../state/state';
import { getState, subscribe, update } from '../state/store';
import { getJson, HttpError, postForm } from '../wire/http';
import { getAppearance, setAppearance, type AppearanceName } from './appearance';

const STORAGE_KEY = 'preferences';

/** The attributes of the html element that follow preferences. */
const lookOf: Partial<Record<PreferenceName, AppearanceName>> = { theme: 'board', pieceSet: 'pieces', background: 'theme', contrast: 'contrast' };

function readStored(): PreferenceTexts {
  try {
    return preferenceTexts(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}'));
  } catch {
    return {}; // storage can be forbidden
  }
}

function store(texts: PreferenceTexts): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(texts));
  } catch {
    // they last until the page is closed
  }
}

function applyLook(texts: PreferenceTexts): void {
  for (const [name, look] of Object.entries(lookOf) as [PreferenceName, AppearanceName][]) {
    const value = String(readPreference(texts, name));
    if (name in texts && getAppearance(look) !== value) setAppearance(look, value);
  }
}

const applyNotation = (texts: PreferenceTexts): void => setNotation(readPreference(texts, 'notation'));

const soundGroups = { soundMoves: 'moves', soundClock: 'clock', soundResults: 'results', soundMessages: 'messages' } as const;

function applySound(texts: PreferenceTexts): void {
  const entries = Object.entries(soundGroups) as [keyof typeof soundGroups, SoundGroup][];
  const muted = entries.filter(([name]) => !readPreference(texts, name)).map(([, group]) => group);
  setSoundSettings({ on: readPreference(texts, 'soundSet') !== 'silent', volume: readPreference(texts, 'volume') / 100, muted });
}

// ---- changes without a connection ---------------------------------------------------------------

const UNSENT_KEY = 'preferences-unsent';

function readUnsent(): PreferenceName[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(UNSENT_KEY) ?? '[]');
    return Array.isArray(stored) ? preferenceNames.filter(name => stored.includes(name)) : [];
  } catch {
    return [];
  }
}

function writeUnsent(names: readonly PreferenceName[]): void {
  try {
    localStorage.setItem(UNSENT_KEY, JSON.stringify(names));
  } catch {
    // the account keeps its old value
  }
}

/** Sends the account what was changed without a connection. */
async function sendUnsent(): Promise<void> {
  const names = readUnsent();
  if (!names.length) return;
  const { preferences } = getState();
  const values = Object.fromEntries(names.map(name => [name, readPreference(preferences, name)]));
  await postForm('/api/account/preferences', values).then(() => writeUnsent([]), () => undefined);
}

/** The language of an account applies to every browser. Texts are loaded only once, so a change reloads the
 * page. */
function followLanguage(chosen: unknown): void {
  const next = languageToFollow(chosen);
  if (next && setLanguage(next)) location.reload();
}

async function loadFromAccount(): Promise<void> {
  const answer = await getJson<{ prefs: unknown; language: unknown }>('/api/account/preferences', { prefs: 'map' }).catch(() => null);
  if (!answer) return;
  update(setPreferences(preferenceTexts(answer.prefs)));
  followLanguage(answer.language);
}

/** Reads the stored preferences, follows their changes, and asks the server after each login. */
export function startPreferences(): void {
  update(setPreferences(readStored()));
  let texts = getState().preferences;
  let session: Session | null = null;
  applyLook(texts);
  applyNotation(texts);
  applySound(texts);
  subscribe(() => {
    const state = getState();
    if (state.preferences !== texts) {
      texts = state.preferences;
      store(texts);
      applyLook(texts);
      applyNotation(texts);
      applySound(texts);
    }
    if (state.session === session) return;
    const other = state.session.name !== session?.name;
    session = state.session;
    if (hasAccount(session)) void sendUnsent().then(() => (other ? loadFromAccount() : undefined));
  });
}

/** Changes a preference here at once, and with the account, later if there is no connection; rejects if the
 * server refuses it, and then the old value is back. */
export async function setPreference<N extends PreferenceName>(name: N, value: PreferenceValue<N>): Promise<void> {
  const { preferences, session } = getState();
  const before = String(readPreference(preferences, name));
  update(setPreferences({ [name]: String(value) }));
  if (!isAccountPreference(name) || !hasAccount(session)) return;
  try {
    await postForm('/api/account/preferences', { [name]: value });
  } catch (error) {
    if (error instanceof HttpError && error.status === 0) return writeUnsent([...readUnsent(), name]);
    update(setPreferences({ [name]: before }));
    throw error;
  }
}
