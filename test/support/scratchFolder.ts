import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder, removed after the test. */
export function scratchFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'algotheque-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
