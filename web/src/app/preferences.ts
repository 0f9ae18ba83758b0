// SPDX-License-Identifier: MIT
/* Changes and stores preferences: with the account, and in the browser, so that the page looks right
 * before the server has answered, and for people without an account. */
import { setSoundSettings, type SoundGroup } from '../sound';
import { setPreferences } from '../state/local';
import { isAccountPreference, preferenceTexts, readPreference, type PreferenceName, type PreferenceTexts, type PreferenceValue } from '../state/preferences';
import { hasAccount, type Session } from '../state/state';
import { getState, subscribe, update } from '../state/store';
import { getJson, postForm } from '../wire/http';
import { getLook, setLook, type LookName } from './look';

const STORAGE_KEY = 'preferences';

/** The attributes of the html element that follow preferences. */
const lookOf: Partial<Record<PreferenceName, LookName>> = { theme: 'board', pieceSet: 'pieces', background: 'theme', contrast: 'contrast' };

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
  for (const [name, look] of Object.entries(lookOf) as [PreferenceName, LookName][]) {
    const value = String(readPreference(texts, name));
    if (name in texts && getLook(look) !== value) setLook(look, value);
  }
}

const soundGroups = { soundMoves: 'moves', soundClock: 'clock', soundResults: 'results', soundMessages: 'messages' } as const;

function applySound(texts: PreferenceTexts): void {
  const entries = Object.entries(soundGroups) as [keyof typeof soundGroups, SoundGroup][];
  const muted = entries.filter(([name]) => !readPreference(texts, name)).map(([, group]) => group);
  setSoundSettings({ on: readPreference(texts, 'soundSet') !== 'silent', volume: readPreference(texts, 'volume') / 100, muted });
}

async function loadFromAccount(): Promise<void> {
  const answer = await getJson<{ prefs: unknown }>('/api/account/preferences').catch(() => null);
  if (answer) update(setPreferences(preferenceTexts(answer.prefs)));
}

/** Reads the stored preferences, follows their changes, and asks the server after each login. */
export function startPreferences(): void {
  update(setPreferences(readStored()));
  let texts = getState().preferences;
  let session: Session | null = null;
  applyLook(texts);
  applySound(texts);
  subscribe(() => {
    const state = getState();
    if (state.preferences !== texts) {
      texts = state.preferences;
      store(texts);
      applyLook(texts);
      applySound(texts);
    }
    if (state.session === session) return;
    const other = state.session.name !== session?.name;
    session = state.session;
    if (other && hasAccount(session)) void loadFromAccount();
  });
}

/** Changes a preference here at once, and with the account; rejects if the server refuses it, and then
 * the old value is back. */
export async function setPreference<N extends PreferenceName>(name: N, value: PreferenceValue<N>): Promise<void> {
  const { preferences, session } = getState();
  const before = String(readPreference(preferences, name));
  update(setPreferences({ [name]: String(value) }));
  if (!isAccountPreference(name) || !hasAccount(session)) return;
  try {
    await postForm('/api/account/preferences', { [name]: value });
  } catch (error) {
    update(setPreferences({ [name]: before }));
    throw error;
  }
}
