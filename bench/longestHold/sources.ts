/** A source code with the highest cost of one kind, as JSON text. */
export interface Shape {
  readonly name: string;
  readonly source: string;
}

const list = (count: number, value: (index: number) => string): string =>
  `[${Array.from({ length: count }, (_, index) => value(index)).join(',')}]`;

/** Within the bounds: at most 512 KiB, 50,000 values, depth 64. */
export const ACCEPTED: readonly Shape[] = [
  { name: 'numbers of 17 digits', source: list(26_000, (index) => String(Math.sqrt(index + 2))) },
  { name: 'numbers with exponents', source: list(49_998, (index) => `${(index % 9) + 1}.5e-7`) },
  { name: 'empty lists', source: list(49_998, () => '[]') },
  { name: 'objects with a name of their own each', source: list(24_999, (index) => `{"k${index}":0}`) },
  { name: 'one object', source: `{${list(43_000, (index) => `"k${index}":0`).slice(1, -1)}}` },
  { name: 'deep lists', source: list(780, () => '['.repeat(63) + ']'.repeat(63)) },
  { name: 'texts', source: list(49_998, () => '"seven 7"') },
  { name: 'escaped text', source: `["${'\\u0001'.repeat(87_000)}"]` },
  { name: 'halves of surrogate pairs', source: `["${'\\ud800'.repeat(87_000)}"]` },
];

/** Up to the bounds of a body: 1 MiB, 110,000 values and names. Refused after it was parsed, or shortly before the end of parsing. */
export const REFUSED: readonly Shape[] = [
  { name: 'a megabyte of inexact numbers', source: list(58_000, () => '12345678901234567') },
  { name: 'a megabyte of exact numbers', source: list(58_000, () => '10000000000000000') },
  { name: 'a megabyte of numbers of 17 digits', source: list(52_000, (index) => String(Math.sqrt(index + 2))) },
  { name: 'a number of a million digits', source: `[1.0${'0'.repeat(1_048_000)}]` },
  { name: '109,000 empty objects', source: list(109_000, () => '{}') },
  { name: '36,000 objects with a name of their own each', source: list(36_000, (index) => `{"k${index}":0}`) },
  { name: '54,000 objects in each other', source: `${'{"a":'.repeat(54_000)}0${'}'.repeat(54_000)}` },
];
