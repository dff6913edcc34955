/**
 * SHA-256 (FIPS 180-4) that answers at once, where the platform's own is asynchronous or Node's. For the adapters in
 * memory only: slow, and not constant in time.
 */
export function sha256(input: Uint8Array | string): Uint8Array {
  const words = padded(typeof input === 'string' ? new TextEncoder().encode(input) : input);
  const state = Uint32Array.from(INITIAL);
  for (let at = 0; at < words.length; at += 16) mixBlock(state, words.subarray(at, at + 16));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => {
    digest.setUint32(index * 4, word);
  });
  return new Uint8Array(digest.buffer);
}

const PRIMES = firstPrimes(64);
const fractionBits = (value: number): number => Math.floor((value % 1) * 2 ** 32);
const INITIAL = PRIMES.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)));
const ROUND = PRIMES.map((prime) => fractionBits(Math.cbrt(prime)));

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let next = 2; primes.length < count; next += 1) {
    if (primes.every((prime) => next % prime !== 0)) primes.push(next);
  }
  return primes;
}

/** The message, a 1 bit, zeros, and its length in bits, as big-endian words in whole blocks of 16. */
function padded(message: Uint8Array): Uint32Array {
  const bytes = new DataView(new ArrayBuffer(Math.ceil((message.length + 9) / 64) * 64));
  new Uint8Array(bytes.buffer).set(message);
  bytes.setUint8(message.length, 0x80);
  bytes.setUint32(bytes.byteLength - 8, Math.floor(message.length / 2 ** 29));
  bytes.setUint32(bytes.byteLength - 4, message.length * 8);
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, index) => bytes.getUint32(index * 4));
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function mixBlock(state: Uint32Array, block: Uint32Array): void {
  const schedule = scheduleOf(block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  schedule.forEach((word, round) => {
    const choice = (e & f) ^ (~e & g);
    const first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (ROUND[round] ?? 0) + word;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  });
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] ?? 0) + word;
  });
}

function scheduleOf(block: Uint32Array): Uint32Array {
  const words = new Uint32Array(64);
  words.set(block);
  for (let at = 16; at < 64; at += 1) {
    const early = words[at - 15] ?? 0;
    const late = words[at - 2] ?? 0;
    const one = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const two = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16] ?? 0) + one + (words[at - 7] ?? 0) + two;
  }
  return words;
}
