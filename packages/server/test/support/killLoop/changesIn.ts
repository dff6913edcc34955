import { existsSync, type FSWatcher, watch } from 'node:fs';

/** Resolves after so many changes of names or files in the folders that exist. */
export function changesIn(dirs: readonly string[], count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  const watchers: FSWatcher[] = dirs.filter(existsSync).map((dir) =>
    watch(dir, () => {
      left -= 1;
      if (left > 0) return;
      for (const watcher of watchers) watcher.close();
      resolve();
    }),
  );
  return promise;
}
