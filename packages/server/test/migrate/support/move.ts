import { moveStore } from '../../../src/migrate/migrate.ts';
import type { SidePlace } from '../../../src/places.ts';
import { noting, refusal } from '../../backup/support/backup.ts';

export interface MoveOptions {
  readonly signal?: AbortSignal;
  /** Default: false. */
  readonly anew?: boolean;
  /** Gets each line of progress. */
  readonly onLine?: (line: string) => void;
  /** Gets the name of each part that begins, and how many steps it has. */
  readonly onPart?: (name: string, total: number | null) => void;
}

/** Migrates in this process; resolves to the lines of progress. */
export async function move(from: SidePlace, to: SidePlace, options: MoveOptions = {}): Promise<string[]> {
  const { signal = new AbortController().signal, anew = false, onLine, onPart } = options;
  const { lines, progress } = noting(onLine, onPart);
  await moveStore(from, to, { signal, anew, progress });
  return lines;
}

/** The message of a refused migration. */
export async function refusalOf(from: SidePlace, to: SidePlace, options: MoveOptions = {}): Promise<string> {
  const message = await refusal(() => move(from, to, options));
  if (message === null) throw new Error('The migration was not refused');
  return message;
}

/** Runs `work` when everything is copied and nothing is verified yet. */
export const onceCopied = (work: () => void) => ({
  onLine: (line: string): void => {
    if (/^ {2}counters of ids: \d+ copied/.test(line)) work();
  },
});
