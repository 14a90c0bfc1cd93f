// The sounds of the table, made in the browser; sounds.js fetches them once somebody has chosen them.

/** @type {AudioContext | null} */
let audio = null;
/** @param {string} name */
export function play(name) {
  audio ||= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  if (name === "card") rustle(0.07, 1800, 0.35);
  else if (name === "deal") rustle(0.05, 2600, 0.2);
  else if (name === "gather") rustle(0.16, 900, 0.25);
  else if (name === "turn") tones([[880, 0]], 0.12);
  else if (name === "won") tones([[523, 0], [659, 0.12], [784, 0.24]], 0.5);
  else tones([[392, 0], [330, 0.16]], 0.5);
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
  const noise = audio.createBufferSource(), filter = audio.createBiquadFilter(), gain = audio.createGain();
  noise.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = loud;
  noise.connect(filter).connect(gain).connect(audio.destination);
  noise.start();
}

/** @param {[number, number][]} notes pitch and when @param {number} length */
function tones(notes, length) {
  if (!audio) return;
  for (const [pitch, when] of notes) {
    const tone = audio.createOscillator(), gain = audio.createGain(), start = audio.currentTime + when;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.18, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
