/** Small synthesized sounds: a sliding card, a coin, a bell for the reader's turn, a few notes for a win. */
import type { Event } from "../messages.gen";
import { coinPath, type GameMotion } from "../motion/gameMotion";

export type Sound = "card" | "coin" | "turn" | "win" | "lost";

const LOUD = 0.18;
let context: AudioContext | null = null;

/** Plays a sound, if the browser can and the person has used the page already. */
export function play(sound: Sound): void {
  if (!("AudioContext" in globalThis) || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  SOUNDS[sound](context, context.currentTime + 0.01);
}

const SOUNDS: Record<Sound, (to: AudioContext, at: number) => void> = {
  card: (to, at) => slide(to, at),
  coin: (to, at) => [1976, 2637].forEach((pitch, i) => note(to, pitch, at + i * 0.06, 0.22, 0.35)),
  turn: (to, at) => [587, 880].forEach((pitch, i) => note(to, pitch, at + i * 0.13, 0.7, 0.6)),
  win: (to, at) => [523, 659, 784, 1047].forEach((pitch, i) => note(to, pitch, at + i * 0.14, 0.9, 0.6)),
  lost: (to, at) => [440, 349].forEach((pitch, i) => note(to, pitch, at + i * 0.2, 0.9, 0.45)),
};

/** A bell-like note: a tone and a quieter one above it, both dying away. */
function note(to: AudioContext, pitch: number, at: number, length: number, loud: number): void {
  for (const [times, share] of [
    [1, 1],
    [2.01, 0.3],
  ] as const) {
    const tone = to.createOscillator();
    tone.frequency.value = pitch * times;
    const volume = faded(to, at, length, loud * share);
    tone.connect(volume);
    tone.start(at);
    tone.stop(at + length);
  }
}

/** Paper on wood: a short burst of filtered noise. */
function slide(to: AudioContext, at: number): void {
  const length = 0.16;
  const noise = to.createBuffer(1, to.sampleRate * length, to.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++)
    samples[i] = (Math.random() * 2 - 1) * Math.sin((Math.PI * i) / samples.length);
  const source = to.createBufferSource();
  source.buffer = noise;
  const filter = to.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(1400, at);
  filter.frequency.exponentialRampToValueAtTime(3200, at + length);
  source.connect(filter).connect(faded(to, at, length, 0.8));
  source.start(at);
}

function faded(to: AudioContext, at: number, length: number, loud: number): GainNode {
  const volume = to.createGain();
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud * LOUD, at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  volume.connect(to.destination);
  return volume;
}

/** The sounds of a change: moving cards, coins that change hands. */
export function soundsOf(events: Event[], motion: GameMotion): Sound[] {
  const sounds: Sound[] = [];
  if (events.some((event) => event.target !== null)) sounds.push("card");
  if (events.some((event) => coinPath(event, motion) !== null)) sounds.push("coin");
  return sounds;
}
