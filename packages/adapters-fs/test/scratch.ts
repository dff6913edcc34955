import { join } from 'node:path';
import { type ContentStore, UnavailableError } from '@algotheque/domain';
import { expect } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { openFileStore } from '../src/index.ts';

export { scratchFolder };

/** A store below a new folder that has nothing else. */
export async function scratchStore(now: () => number = () => 0): Promise<{ dir: string; store: ContentStore }> {
  const dir = join(scratchFolder(), 'algos');
  return { dir, store: await openFileStore(dir, { now, onProblem: () => {} }) };
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Random content of this size. */
export const contentOf = (size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, at) => (at * 31 + 7) % 251);

/** Asserts that the work rejects with an UnavailableError; resolves to the system's code in its cause. */
export async function refusal(work: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await work.then(
    () => undefined,
    (problem: unknown) => problem,
  );
  expect(error).toBeInstanceOf(UnavailableError);
  const cause = error instanceof Error ? error.cause : undefined;
  expect(cause).toBeInstanceOf(Error);
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
}
