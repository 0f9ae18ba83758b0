// SPDX-License-Identifier: MIT
/* Turns a table of partials into nodes of WebAudio; the same on a live context and on an offline one. */
import type { SoundPart } from './sounds';

const ATTACK = 0.0015;
const SILENCE = 0.0001;

const noises = new WeakMap<BaseAudioContext, AudioBuffer>();

/** A tenth of a second of white noise, made once for each context. */
function noiseOf(context: BaseAudioContext): AudioBuffer {
  const known = noises.get(context);
  if (known) return known;
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate / 10), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  noises.set(context, buffer);
  return buffer;
}

function fade(context: BaseAudioContext, part: SoundPart, start: number, end: number): GainNode {
  const envelope = context.createGain();
  envelope.gain.setValueAtTime(SILENCE, start);
  envelope.gain.exponentialRampToValueAtTime(part.gain, start + ATTACK);
  envelope.gain.exponentialRampToValueAtTime(SILENCE, end);
  return envelope;
}

function tone(context: BaseAudioContext, part: SoundPart, start: number, end: number): OscillatorNode {
  const oscillator = context.createOscillator();
  oscillator.frequency.setValueAtTime(part.hz, start);
  if (part.to) oscillator.frequency.exponentialRampToValueAtTime(part.to, end);
  return oscillator;
}

function hiss(context: BaseAudioContext, part: SoundPart, target: AudioNode): AudioBufferSourceNode {
  const source = context.createBufferSource();
  source.buffer = noiseOf(context);
  const band = context.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = part.hz;
  band.Q.value = 0.8;
  source.connect(band).connect(target);
  return source;
}

/** Plays the partials on `target`, from `when` (in seconds of the context) on. */
export function schedule(context: BaseAudioContext, parts: readonly SoundPart[], target: AudioNode, when: number): void {
  for (const part of parts) {
    const start = when + part.at / 1000;
    const end = start + part.length / 1000;
    const envelope = fade(context, part, start, end);
    const source = part.noise ? hiss(context, part, envelope) : tone(context, part, start, end);
    if (!part.noise) source.connect(envelope);
    envelope.connect(target);
    source.start(start);
    source.stop(end);
  }
}
