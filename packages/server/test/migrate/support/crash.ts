import { Closing } from '../../../src/closing.ts';
import { copyStore } from '../../../src/migrate/copyStore.ts';
import { type MigrationTarget, openSource, openTarget } from '../../../src/migrate/sides.ts';
import type { SidePlace } from '../../../src/places.ts';
import { NO_PROGRESS } from '../../../src/terminal/progress.ts';

class Crash extends Error {}

/**
 * Copies, as a migration does before it verifies, until this many steps were made on the target, and nothing after them.
 * @returns false when the copy was complete
 */
export async function crashAfter(steps: number, from: SidePlace, to: SidePlace): Promise<boolean> {
  const closing = new Closing();
  const watch = { progress: NO_PROGRESS, signal: new AbortController().signal };
  try {
    const source = await openSource(from, closing, () => {});
    const target = await openTarget(to, source.location, { ...watch, closing, anew: true });
    await copyStore(source, crashing(target, steps), watch);
    return false;
  } catch (error) {
    if (error instanceof Crash) return true;
    throw error;
  } finally {
    await closing.close();
  }
}

/** Each write counts as a step. After the last allowed step all writes fail, as if the process had ended. */
function crashing(target: MigrationTarget, steps: number): MigrationTarget {
  let left = steps;
  const step = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    left -= 1;
    if (left < 0) throw new Crash();
    return work();
  };
  const { portable, contents } = target;
  return {
    ...target,
    portable: Object.assign(Object.create(portable), {
      importRows: (...given: Parameters<typeof portable.importRows>) => step(() => portable.importRows(...given)),
    }),
    contents: Object.assign(Object.create(contents), {
      stage: (...given: Parameters<typeof contents.stage>) => step(() => contents.stage(...given)),
      publish: (...given: Parameters<typeof contents.publish>) => step(() => contents.publish(...given)),
      keep: (...given: Parameters<typeof contents.keep>) => step(() => contents.keep(...given)),
      move: (...given: Parameters<typeof contents.move>) => step(() => contents.move(...given)),
      settled: async () => contents.settled?.(),
    }),
  };
}
