import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that is removed at the end of the test. */
export async function scratchFolder(): Promise<string> {
  const folder = await makeScratch();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder that the caller removes. */
export const makeScratch = (): Promise<string> => mkdtemp(join(tmpdir(), 'algotheque-server-'));
