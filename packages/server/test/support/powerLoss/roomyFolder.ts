import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 256 * 1_024 * 1_024;

/** A new folder, in memory where there is room: syncs cost nothing there. The caller removes it. */
export function roomyFolder(): string {
  return mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'algotheque-states-'));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH_BYTES;
  } catch {
    return false; // there is no such folder
  }
}
