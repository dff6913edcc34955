import { openContentFiles, openFileStore } from '@algotheque/adapters-fs';
import { openFolderContent, type SqliteStore } from '@algotheque/adapters-sqlite';
import { type ContentStore, NO_DISK_ROOM, UnavailableError } from '@algotheque/domain';
import type { FakeClock } from '@algotheque/domain/memory';
import type { AdapterWork, Step } from '@algotheque/testing/worlds';
import { filesThrough } from './filesThrough.ts';
import { RoundClock } from './roundClock.ts';

export interface InterceptedContent {
  readonly contentStore: ContentStore;
  readonly adapterWork: AdapterWork;
  /** The process is dead: from now on each call that writes files fails, also those under way. */
  kill(): void;
}

/** The content of an embedded database, as the driver opens it. Each call that writes files can be intercepted. */
export async function interceptedContent(
  store: SqliteStore,
  dir: string,
  clock: FakeClock,
): Promise<InterceptedContent> {
  const options = { onProblem: () => {} };
  const opened = await openContentFiles(dir, options);
  const rounds = new RoundClock(clock);
  const killed = Promise.withResolvers<never>();
  killed.promise.catch(() => undefined); // no call may be under way
  let through: Step = (_name, run) => run();
  const step: Step = (name, run) => rounds.during(Promise.race([through(name, run), killed.promise]));
  const folder = {
    room: NO_DISK_ROOM,
    openStore: () => openFileStore(dir, options),
    openFiles: async () => filesThrough(opened, step),
  };
  const contentStore = await openFolderContent(store, folder, rounds);
  return {
    contentStore,
    adapterWork: {
      through(next) {
        through = next;
      },
      settled: () => rounds.hurryUntil(contentStore.written()),
    },
    kill: () => killed.reject(new UnavailableError()),
  };
}
