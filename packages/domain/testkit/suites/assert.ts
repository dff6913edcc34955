/** Ends a test: what was promised is not so. */
export function fail(message: string): never {
  throw new Error(message);
}

export function ok(condition: boolean, message: string): asserts condition {
  if (!condition) fail(message);
}

/** Deep equality of plain values: every key counts, prototypes do not, bytes are compared as bytes. */
export function equal(actual: unknown, expected: unknown, what = 'value'): void {
  if (!isEqual(actual, expected)) fail(`${what}: expected ${show(expected)}, got ${show(actual)}`);
}

/** The value, which must not be null. */
export function present<Value>(value: Value | null | undefined, what = 'value'): Value {
  return value ?? fail(`${what} is absent`);
}

/** The error that the call rejects with, which must be of the class. */
export async function rejects<Problem extends Error>(
  call: () => Promise<unknown>,
  of: abstract new (...input: never[]) => Problem,
  what = 'the call',
): Promise<Problem> {
  let outcome: unknown;
  try {
    outcome = `resolved to ${show(await call())}`;
  } catch (problem) {
    if (problem instanceof of) return problem;
    outcome = `rejected with ${String(problem)}`;
  }
  return fail(`${what}: expected a ${of.name}, but it ${String(outcome)}`);
}

/** How racing calls ended. */
export async function outcomes<Value>(
  calls: readonly Promise<Value>[],
): Promise<{ readonly values: readonly Value[]; readonly errors: readonly unknown[] }> {
  const settled = await Promise.allSettled(calls);
  const values = settled.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []));
  const errors = settled.flatMap((call): unknown[] => (call.status === 'rejected' ? [call.reason] : []));
  return { values, errors };
}

/** All of the racing calls resolved to false but one, which resolved to true. */
export async function equalOneTrue(calls: readonly Promise<boolean>[], what: string): Promise<void> {
  const results = await Promise.all(calls);
  equal(results.filter((result) => result === true).length, 1, `${what}: calls that resolved to true`);
  equal(results.filter((result) => result === false).length, calls.length - 1, `${what}: calls that resolved to false`);
}

export function ascending(numbers: Iterable<number>): number[] {
  return [...numbers].sort((one, other) => one - other);
}

function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (one instanceof Uint8Array || other instanceof Uint8Array) return isSameBytes(one, other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [entries, others] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    entries.length === others.size &&
    entries.every(([key, value]) => others.has(key) && isEqual(value, others.get(key)))
  );
}

function isSameBytes(one: unknown, other: unknown): boolean {
  if (!(one instanceof Uint8Array) || !(other instanceof Uint8Array)) return false;
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

const SHOWN = 600;

function show(value: unknown): string {
  if (value instanceof Uint8Array) return `${value.length} bytes [${value.subarray(0, 24).join(' ')} …]`;
  const text = JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner));
  return (text ?? String(value)).slice(0, SHOWN);
}
