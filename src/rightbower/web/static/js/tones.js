// The sounds of tables, walls and desks, made in the browser.

/** @typedef {[pitch: number, when: number, loud: number]} Note */

/** @type {AudioContext | null} */
let audio = null;

/** Browsers let a page sound only after somebody has touched it. */
export function wake() {
  audio ||= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

/** Whether what is played now is heard. */
export const awake = () => audio?.state === "running";

/** @param {string} name */
export function play(name) {
  wake();
  if (name === "card") rustle(0.07, 1800, 0.35);
  else if (name === "deal") rustle(0.05, 2600, 0.2);
  else if (name === "gather") rustle(0.16, 900, 0.25);
  else if (name === "turn") sound([[880, 0, 0.18]], 0.12);
  else if (name === "won")
    sound(
      [
        [523, 0, 0.18],
        [659, 0.12, 0.18],
        [784, 0.24, 0.18],
      ],
      0.5,
    );
  else
    sound(
      [
        [392, 0, 0.18],
        [330, 0.16, 0.18],
      ],
      0.5,
    );
}

/** A short noise through a filter, as a card on cloth.
 * @param {number} seconds @param {number} pitch @param {number} loud
 */
function rustle(seconds, pitch, loud) {
  if (!audio) return;
  const length = Math.ceil(audio.sampleRate * seconds);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let at = 0; at < length; at++) data[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 2;
  const noise = audio.createBufferSource(),
    filter = audio.createBiquadFilter(),
    gain = audio.createGain();
  noise.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = loud;
  noise.connect(filter).connect(gain).connect(audio.destination);
  noise.start();
}

/** Tones that die away.
 * @param {Note[]} notes @param {number} length @param {OscillatorType} [shape]
 */
function sound(notes, length, shape = "triangle") {
  if (!audio) return;
  for (const [pitch, when, loud] of notes) {
    const tone = audio.createOscillator(),
      gain = audio.createGain(),
      start = audio.currentTime + when;
    tone.type = shape;
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}

const STROKES = [0, 0.9, 1.8];

/** The bell at the end of a round: three strokes. */
export function bell() {
  /** @type {Note[]} */
  const notes = STROKES.flatMap((when) => [
    [660, when, 0.5],
    [1320, when, 0.25],
    [1985, when, 0.15],
  ]);
  sound(notes, 1.6, "sine");
}

/** A table calls. */
export const chime = () =>
  sound(
    [
      [740, 0, 0.3],
      [988, 0.18, 0.3],
    ],
    0.5,
    "sine",
  );

/** So that one hears that there is sound now. */
export const sample = () => sound([[880, 0, 0.5]], 1, "sine");
