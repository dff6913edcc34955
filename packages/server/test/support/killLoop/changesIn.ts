import { existsSync, type FSWatcher, watch } from 'node:fs';
import { onTestFinished } from 'vitest';

/** Resolves after so many changes of names or files in the folders that exist. */
export function changesIn(dirs: readonly string[], count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  const end = (): void => {
    for (const watcher of watchers) watcher.close();
  };
  onTestFinished(end); // there may be fewer changes
  const watchers: FSWatcher[] = dirs.filter(existsSync).map((dir) =>
    watch(dir, () => {
      left -= 1;
      if (left > 0) return;
      end();
      resolve();
    }),
  );
  return promise;
}
