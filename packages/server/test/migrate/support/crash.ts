import { Closing } from '../../../src/closing.ts';
import { copyStore } from '../../../src/migrate/copyStore.ts';
import { openSource } from '../../../src/migrate/openSource.ts';
import { openTarget } from '../../../src/migrate/openTarget.ts';
import type { Side } from '../../../src/migrate/side.ts';
import type { SidePlace } from '../../../src/places.ts';
import { NO_PROGRESS } from '../../../src/terminal/progress.ts';

class Crash extends Error {}

/** Copies until this many steps were made on the target, and nothing after them. @returns false when the copy was complete */
export async function crashAfter(steps: number, from: SidePlace, to: SidePlace): Promise<boolean> {
  try {
    await copyInto(from, to, (target) => crashing(target, steps));
    return false;
  } catch (error) {
    if (error instanceof Crash) return true;
    throw error;
  }
}

/** Copies, as a migration does before it verifies. */
async function copyInto(from: SidePlace, to: SidePlace, through = (target: Side): Side => target): Promise<void> {
  const closing = new Closing();
  const opening = { closing, onProblem: () => {} };
  try {
    const source = await openSource(from, opening);
    const target = await openTarget(to, { ...opening, source: source.location });
    await copyStore(source, through(target), { progress: NO_PROGRESS, signal: new AbortController().signal });
  } finally {
    await closing.close();
  }
}

/** Each write counts as a step. After the last allowed step all writes fail, as if the process had ended. */
function crashing(target: Side, steps: number): Side {
  const { portable, contentStore } = target;
  let left = steps;
  const step = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    left -= 1;
    if (left < 0) throw new Crash();
    return work();
  };
  return {
    ...target,
    portable: {
      countRows: (kind) => portable.countRows(kind),
      exportRows: (kind) => portable.exportRows(kind),
      beginImport: (source) => portable.beginImport(source),
      importRows: (kind, rows) => step(() => portable.importRows(kind, rows)),
      endImport: () => step(() => portable.endImport()),
    },
    contentStore: {
      stage: (content, replaces) => step(() => contentStore.stage(content, replaces)),
      announce: (id, ref) => step(async () => contentStore.announce?.(id, ref)),
      withdraw: (id, ref) => step(async () => contentStore.withdraw?.(id, ref)),
      publish: (id, ref) => step(() => contentStore.publish(id, ref)),
      discard: (ref) => step(() => contentStore.discard(ref)),
      delete: (id, ref) => step(async () => contentStore.delete?.(id, ref)),
      read: (id, ref) => contentStore.read(id, ref),
      pending: (now) => contentStore.pending(now),
      locate: (id, ref) => contentStore.locate(id, ref),
      health: () => contentStore.health(),
    },
  };
}
