// SPDX-License-Identifier: MIT
/* What the sounds are made of: tables of partials, nothing recorded. Times are in milliseconds. */

/** One struck or blown part of a sound: it sets in at once and fades exponentially. */
export interface SoundPart {
  at: number;
  length: number;
  /** The pitch; of noise the middle of its band. */
  hz: number;
  /** 1 is as loud as a sound may be. */
  gain: number;
  /** The pitch at the end of the fade. */
  to?: number;
  noise?: boolean;
}

export type SoundName =
  | 'move'
  | 'capture'
  | 'check'
  | 'lowTime'
  | 'yourTurn'
  | 'start'
  | 'win'
  | 'draw'
  | 'loss'
  | 'message'
  | 'challenge';

/** Groups can be muted one by one. */
export const groups = ['moves', 'clock', 'results', 'messages'] as const;
export type SoundGroup = (typeof groups)[number];

export const groupOf: Record<SoundName, SoundGroup> = {
  move: 'moves',
  capture: 'moves',
  check: 'moves',
  lowTime: 'clock',
  yourTurn: 'messages',
  start: 'results',
  win: 'results',
  draw: 'results',
  loss: 'results',
  message: 'messages',
  challenge: 'messages',
};

/** A piece put down on wood: a dull body, two overtones that are no harmonics, a little noise. */
function knock(at: number, gain: number, pitch = 1): SoundPart[] {
  return [
    { at, length: 70, hz: 196 * pitch, to: 150 * pitch, gain: 0.5 * gain },
    { at, length: 45, hz: 468 * pitch, gain: 0.3 * gain },
    { at, length: 28, hz: 1130 * pitch, gain: 0.16 * gain },
    { at, length: 14, hz: 2300 * pitch, gain: 0.5 * gain, noise: true },
  ];
}

/** A bell-like note with its octave. */
function note(at: number, hz: number, length: number, gain: number): SoundPart[] {
  return [
    { at, length, hz, gain },
    { at, length: length * 0.6, hz: hz * 2, gain: gain * 0.25 },
    { at, length: length * 0.3, hz: hz * 3.01, gain: gain * 0.1 },
  ];
}

const tick = (at: number): SoundPart[] => [
  { at, length: 22, hz: 3200, gain: 0.55, noise: true },
  { at, length: 30, hz: 1760, gain: 0.16 },
];

const C5 = 523.25;
const D5 = 587.33;
const G4 = 392;
const G5 = 783.99;
const A5 = 880;
const D6 = 1174.66;

export const sounds: Record<SoundName, SoundPart[]> = {
  move: knock(0, 0.9),
  capture: [...knock(0, 0.8, 1.12), ...knock(38, 1, 0.9)],
  check: [...knock(0, 0.8), ...note(0, C5, 110, 0.16), ...note(0, G5, 110, 0.16)],
  lowTime: [...tick(0), ...tick(75)],
  yourTurn: [...note(0, D5, 70, 0.26), ...note(45, A5, 70, 0.26)],
  start: [...note(0, G4, 60, 0.28), ...note(40, C5, 75, 0.28)],
  win: [...note(0, C5, 260, 0.3), ...note(170, G5, 420, 0.3)],
  draw: [...note(0, C5, 260, 0.28), ...note(170, C5, 420, 0.28)],
  loss: [...note(0, C5, 260, 0.28), ...note(170, G4, 420, 0.28)],
  message: [{ at: 0, length: 80, hz: A5, to: D6, gain: 0.22 }],
  challenge: [...knock(0, 0.5, 1.5), ...note(10, G5, 60, 0.22), ...note(50, D6, 65, 0.22)],
};

/** When a sound has ended. */
export const lengthOf = (name: SoundName): number => Math.max(...sounds[name].map(part => part.at + part.length));
