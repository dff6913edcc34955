import { moveStore } from '../../../src/migrate/migrate.ts';
import type { SidePlace } from '../../../src/places.ts';

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
  const { signal = new AbortController().signal, anew = false, onLine = () => {}, onPart = () => {} } = options;
  const lines: string[] = [];
  const note = (line: string): void => {
    lines.push(line);
    onLine(line);
  };
  const begin = (name: string, total: number | null) => {
    onPart(name, total);
    return { reach() {}, end: note };
  };
  await moveStore(from, to, { signal, anew, progress: { note, begin } });
  return lines;
}

/** The message of a refused migration. */
export async function refusalOf(from: SidePlace, to: SidePlace, options: MoveOptions = {}): Promise<string> {
  try {
    await move(from, to, options);
  } catch (error) {
    if (error instanceof Error && ['StartError', 'UsageError'].includes(error.name)) return error.message;
    throw error;
  }
  throw new Error('The migration was not refused');
}
