import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** A new folder, removed after the test. */
export function scratchFolder(): string {
  const folder = makeScratch();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A new folder, removed after the tests of the file or group that calls this. */
export function sharedFolder(): string {
  const folder = makeScratch();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A new folder that the caller removes. */
export const makeScratch = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'algotheque-test-')));
