// SPDX-License-Identifier: MIT
/* Sounds of the page: one switch, one volume, four groups that can be muted. Browsers allow sound only after the
 * first click or key, so nothing is set up before that. */
import { groupOf, sounds, type SoundGroup, type SoundName } from './sounds';
import { schedule } from './synth';

export { groups as soundGroups, type SoundGroup, type SoundName } from './sounds';

export interface SoundSettings {
  on: boolean;
  /** 0 to 1. */
  volume: number;
  muted: readonly SoundGroup[];
}

let settings: SoundSettings = { on: true, volume: 0.7, muted: [] };
let output: { context: AudioContext; volume: GainNode } | null = null;

/** Loudness is perceived logarithmically: half the slider is half as loud. */
const loudness = (volume: number): number => volume * volume;

/** Whether a sound would be heard, as far as the settings say. */
export const isAudible = ({ on, volume, muted }: SoundSettings, name: SoundName): boolean =>
  on && volume > 0 && !muted.includes(groupOf[name]);

function openOutput(): void {
  const context = new AudioContext({ latencyHint: 'interactive' });
  const volume = context.createGain();
  volume.connect(context.destination);
  output = { context, volume };
}

/** The preferences call this when they change; they also store them. */
export function setSoundSettings(next: SoundSettings): void {
  settings = next;
}

/** Waits for the first click or key. Call it once when the page starts. */
export function prepareSound(): void {
  const gestures = ['pointerdown', 'keydown', 'touchend'] as const;
  const open = () => {
    for (const gesture of gestures) removeEventListener(gesture, open, true);
    if (typeof AudioContext === 'function') openOutput();
  };
  for (const gesture of gestures) addEventListener(gesture, open, { capture: true, passive: true });
}

/** Plays a sound, unless it is switched off or the page may not sound yet. */
export function playSound(name: SoundName): void {
  if (!output || !isAudible(settings, name)) return;
  const { context, volume } = output;
  if (context.state === 'suspended') void context.resume();
  volume.gain.value = loudness(settings.volume);
  schedule(context, sounds[name], volume, context.currentTime);
}
