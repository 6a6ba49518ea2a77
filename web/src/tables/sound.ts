// Small sounds, made here: no file is loaded, and there is no sound before the first press.

import type { SoundName } from "../game/drawn";
import { settings } from "../lib/settings.svelte";

let context: AudioContext | null = null;

/** Browsers let a page be heard only after a gesture. */
function wake(): void {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
}

if (typeof AudioContext !== "undefined")
    for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wake, { once: true, capture: true });

/** A burst of noise through a filter: cards and dice. */
function rustle(at: number, seconds: number, frequency: number, loudness: number): void {
    const audio = context!;
    const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
    const source = audio.createBufferSource();
    source.buffer = buffer;
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = frequency;
    filter.Q.value = 0.8;
    const gain = audio.createGain();
    gain.gain.value = loudness;
    source.connect(filter).connect(gain).connect(audio.destination);
    source.start(at);
}

/** A tone that dies away. */
function tone(at: number, frequency: number, seconds: number, loudness: number, shape: OscillatorType = "sine"): void {
    const audio = context!;
    const source = audio.createOscillator();
    source.type = shape;
    source.frequency.value = frequency;
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loudness, at + 0.005);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    source.connect(gain).connect(audio.destination);
    source.start(at);
    source.stop(at + seconds + 0.02);
}

const SOUNDS: Record<SoundName, (now: number) => void> = {
    card: (now) => rustle(now, 0.09, 2600, 0.35),
    chips: (now) => {
        for (const [i, pitch] of [4100, 4700, 3900].entries()) tone(now + i * 0.045, pitch, 0.06, 0.06, "triangle");
    },
    knock: (now) => {
        for (const late of [0, 0.13]) {
            tone(now + late, 150, 0.09, 0.5);
            rustle(now + late, 0.03, 500, 0.3);
        }
    },
    dice: (now) => {
        for (const late of [0, 0.06, 0.11, 0.19]) rustle(now + late, 0.035, 1500, 0.4);
    },
    turn: (now) => {
        tone(now, 660, 0.25, 0.12);
        tone(now + 0.1, 880, 0.35, 0.12);
    },
    win: (now) => {
        for (const [i, pitch] of [523, 659, 784, 1047].entries()) tone(now + i * 0.11, pitch, 0.5, 0.12, "triangle");
    },
    lose: (now) => {
        for (const [i, pitch] of [392, 349, 294].entries()) tone(now + i * 0.16, pitch, 0.5, 0.1, "triangle");
    },
};

export function playSound(name: SoundName): void {
    if (!settings.sound || !context || context.state !== "running") return;
    SOUNDS[name](context.currentTime);
}
