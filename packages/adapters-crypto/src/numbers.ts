/** LEB128: seven bits of the number in each byte, the lowest first. All bytes but the last have the highest bit. */
const BASE = 128;

/**
 * Numbers as bytes, one after the other.
 * @throws RangeError for what is not an integer from 0 to Number.MAX_SAFE_INTEGER
 */
export function writtenNumbers(numbers: readonly number[]): Buffer {
  return Buffer.from(numbers.flatMap(bytesOf));
}

function bytesOf(number: number): number[] {
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError('A mail token holds integers from 0 on');
  const bytes: number[] = [];
  let rest = number;
  for (; rest >= BASE; rest = Math.floor(rest / BASE)) bytes.push((rest % BASE) + BASE);
  return [...bytes, rest];
}

/**
 * The numbers of which the bytes consist; null when the last one is cut, or one is above Number.MAX_SAFE_INTEGER. Accepts numbers
 * that are longer than `writtenNumbers` makes them.
 */
export function readNumbers(bytes: Uint8Array): readonly number[] | null {
  const numbers: number[] = [];
  let [number, weight] = [0, 1];
  for (const byte of bytes) {
    number += (byte % BASE) * weight;
    weight *= BASE;
    if (!Number.isSafeInteger(number)) return null;
    if (byte >= BASE) continue;
    numbers.push(number);
    [number, weight] = [0, 1];
  }
  return weight === 1 ? numbers : null;
}
