// SHA-256 of a text, in hexadecimal. The browser's own is not there on a page without TLS, as in a club room.

const BITS = Math.pow(2, 32);
/** The first 32 bits of the fractions of roots of the first primes, as FIPS 180-4 has them.
 * @param {number} count @param {number} root
 */
function fractions(count, root) {
  const found = [];
  for (let n = 2; found.length < count; n++) {
    let prime = true;
    for (let by = 2; by * by <= n; by++) if (n % by === 0) prime = false;
    if (prime) found.push(((Math.pow(n, 1 / root) % 1) * BITS) | 0);
  }
  return found;
}
const ROUND = fractions(64, 3);
const START = fractions(8, 2);

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {Uint8Array} bytes */
function padded(bytes) {
  const whole = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  new DataView(whole.buffer).setUint32(whole.length - 4, bytes.length * 8);
  return new DataView(whole.buffer);
}

/** @param {string} text */
export function sha256(text) {
  const view = padded(new TextEncoder().encode(text));
  const hash = START.slice();
  const words = new Array(64);
  for (let block = 0; block < view.byteLength; block += 64) {
    ROUND.forEach((_, i) => {
      if (i < 16) {
        words[i] = view.getInt32(block + i * 4);
        return;
      }
      const near = words[i - 2],
        far = words[i - 15];
      const one = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
      const two = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
      words[i] = (words[i - 16] + two + words[i - 7] + one) | 0;
    });
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      hash[i] = (hash[i] + word) | 0;
    });
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
