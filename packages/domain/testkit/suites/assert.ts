import { AssertionError } from 'node:assert';
import { inspect, isDeepStrictEqual } from 'node:util';

/** Fails a test. A runner shows the difference of the two values, if they are given. */
export function fail(message: string, values: { readonly actual?: unknown; readonly expected?: unknown } = {}): never {
  const failure = new AssertionError({ message, ...values, stackStartFn: fail });
  // Else vitest prints the `diff` of Node's error, a word, where one of the values is undefined.
  throw Object.assign(failure, { showDiff: 'expected' in values });
}

export function ok(condition: boolean, message: string): asserts condition {
  if (!condition) fail(message, { actual: condition, expected: true });
}

/** Deep equality of plain values: every key counts, prototypes do not, bytes are compared as bytes. */
export function equal(actual: unknown, expected: unknown, what = 'value'): void {
  if (isEqual(actual, expected)) return;
  fail(`${what}: expected ${show(expected)}, got ${show(actual)}${differenceOf(actual, expected)}`, {
    actual,
    expected,
  });
}

/** Returns the value; fails when it is null or undefined. */
export function present<Value>(value: Value | null | undefined, what = 'value'): Value {
  return value ?? fail(`${what} is absent`, { actual: value, expected: what });
}

/** Resolves to the error that the call rejects with; fails when it is not of the class. */
export async function rejects<Problem extends Error>(
  call: () => Promise<unknown>,
  of: abstract new (...input: never[]) => Problem,
  what = 'the call',
): Promise<Problem> {
  let actual: string;
  try {
    actual = `resolved to ${show(await call())}`;
  } catch (problem) {
    if (problem instanceof of) return problem;
    actual = `rejected with ${String(problem)}`;
  }
  return fail(`${what}: expected a ${of.name}, but it ${actual}`, { actual, expected: `rejected with ${of.name}` });
}

/** Waits for all calls; resolves to the values and errors that they ended with. */
export async function outcomes<Value>(
  calls: readonly Promise<Value>[],
): Promise<{ readonly values: readonly Value[]; readonly errors: readonly unknown[] }> {
  const settled = await Promise.allSettled(calls);
  const values = settled.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []));
  const errors = settled.flatMap((call): unknown[] => (call.status === 'rejected' ? [call.reason] : []));
  return { values, errors };
}

/** Checks that every one is an error of the class. */
export function allAre(errors: readonly unknown[], of: abstract new (...input: never[]) => Error): void {
  ok(
    errors.every((error) => error instanceof of),
    `not all are a ${of.name}: ${errors.map(String).join(', ')}`,
  );
}

/** Checks that one of the racing calls resolved to true and all others to false. */
export async function equalOneTrue(calls: readonly Promise<boolean>[], what: string): Promise<void> {
  const results = await Promise.all(calls);
  equal(results.filter((result) => result === true).length, 1, `${what}: calls that resolved to true`);
  equal(results.filter((result) => result === false).length, calls.length - 1, `${what}: calls that resolved to false`);
}

export function ascending(numbers: Iterable<number>): number[] {
  return [...numbers].sort((one, other) => one - other);
}

/** Compares copies by `structuredClone`, which makes a Uint8Array of a Buffer and plain objects of others. */
function isEqual(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(structuredClone(one), structuredClone(other));
}

/** The two objects line by line, for runners that print the message alone. Bytes would be one line each. */
function differenceOf(actual: unknown, expected: unknown): string {
  const areObjects = [actual, expected].every((value) => typeof value === 'object' && !ArrayBuffer.isView(value));
  if (!areObjects) return '';
  const { message } = new AssertionError({ actual, expected, operator: 'deepStrictEqual' });
  return `\n${message.slice(0, SHOWN_DIFFERENCE)}`;
}

const SHOWN_CHARACTERS = 600;
const SHOWN_DIFFERENCE = 4_000;

const show = (value: unknown): string =>
  inspect(value, { depth: 6, maxArrayLength: 24, breakLength: Number.POSITIVE_INFINITY }).slice(0, SHOWN_CHARACTERS);
