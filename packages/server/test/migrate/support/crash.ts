import { Closing } from '../../../src/closing.ts';
import { copyStore } from '../../../src/migrate/copyStore.ts';
import { openSource } from '../../../src/migrate/openSource.ts';
import { openTarget } from '../../../src/migrate/openTarget.ts';
import type { Side } from '../../../src/migrate/side.ts';
import type { SidePlace } from '../../../src/migrate/sidePlace.ts';

class Crash extends Error {}

/** Copies until as many steps were made on the target, and nothing after them. @returns false when that was all of it */
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
    await copyStore(source, through(target), { onProgress() {}, signal: new AbortController().signal });
  } finally {
    await closing.close();
  }
}

/** Each write counts as a step; once they are used up all others fail, as those of a dead process do. */
function crashing(target: Side, steps: number): Side {
  const { portable, files } = target;
  let left = steps;
  const step = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    left -= 1;
    if (left < 0) throw new Crash();
    return work();
  };
  return {
    ...target,
    portable: {
      exportRows: (kind) => portable.exportRows(kind),
      beginImport: (source) => portable.beginImport(source),
      importRows: (kind, rows) => step(() => portable.importRows(kind, rows)),
      endImport: () => step(() => portable.endImport()),
    },
    files: {
      stage: (content) => step(() => files.stage(content)),
      announce: (id, ref, change) => step(() => files.announce(id, ref, change)),
      withdraw: (id, ref) => step(() => files.withdraw(id, ref)),
      publish: (id, ref) => step(() => files.publish(id, ref)),
      discard: (ref) => step(() => files.discard(ref)),
      delete: (id, ref) => step(() => files.delete(id, ref)),
      read: (id, ref) => files.read(id, ref),
      pending: (now) => files.pending(now),
      locate: (id, ref) => files.locate(id, ref),
      health: () => files.health(),
    },
  };
}
