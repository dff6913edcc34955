import { secretFingerprint } from '@algotheque/adapters-crypto';
import { DataFolderInUseError, lockDataFolder } from '@algotheque/adapters-fs';
import { openSqliteStore } from '@algotheque/adapters-sqlite';
import type { OnProblem } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import { ownedFolders } from '../places.ts';
import type { Prepared } from '../prepare.ts';
import { findSecret } from '../secret.ts';
import { StartError } from '../startError.ts';
import { refuseNoStore } from '../stores/findStore.ts';
import type { Look } from './look.ts';
import { mendingOf } from './mending.ts';
import {
  commonParts,
  type OpenedLook,
  type Opening,
  openFolder,
  otherFolderOf,
  otherPlace,
  requireFolder,
} from './openLook.ts';

interface RepairOpening extends Opening {
  readonly onProblem: OnProblem;
}

/**
 * Opens the store of the settings for this process alone, to mend it. A store that a server uses is refused: on MongoDB by the lock
 * that a migration takes too, which also keeps servers from starting.
 * @throws StartError
 */
export async function openRepair(prepared: Prepared, opening: RepairOpening): Promise<OpenedLook> {
  const { store } = prepared.places;
  if (store.kind === 'sqlite') refuseNoStore(store.path);
  const folder = await openFolder(prepared);
  lockFolders(prepared, opening.closing);
  const root = folder?.root ?? prepared.places.dataDir;
  const look =
    store.kind === 'sqlite'
      ? openSqlite(prepared, store.path, { ...opening, folder: requireFolder(folder) })
      : await openMongo(prepared, store.url, { ...opening, folder });
  return { look: { ...look, mending: mendingOf(look.portable, root) }, requireUnchanged() {} };
}

/** @throws StartError when a server uses one of the folders */
function lockFolders({ places }: Prepared, closing: Closing): void {
  try {
    for (const folder of ownedFolders(places)) closing.add(lockDataFolder(folder), (lock) => lock.release());
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    const advice = 'Stop the server first, or look without --repair';
    throw new StartError(`--repair needs the store for itself. ${error.message}. ${advice}`, { cause: error });
  }
}

type FoundFolder = Awaited<ReturnType<typeof openFolder>>;

function openSqlite(
  prepared: Prepared,
  path: string,
  opening: RepairOpening & { readonly folder: NonNullable<FoundFolder> },
) {
  const { folder, closing, onProblem } = opening;
  const store = closing.add(openSqliteStore(path, { onProblem }), (opened) => opened.close());
  const { users, sessionStore, algos, folders, deletions, portable, checks } = store;
  return {
    ...commonParts(prepared, opening),
    users,
    sessionStore,
    algos,
    folders,
    deletions,
    portable,
    folder,
    content: store.storedContentIn(folder),
    location: `sqlite:${store.path}`,
    otherFolder: otherFolderOf(store.contentOwner.find(), folder.root),
    sqlite: checks,
    mongo: null,
  } satisfies Omit<Look, 'mending'>;
}

async function openMongo(prepared: Prepared, url: string, opening: RepairOpening & { readonly folder: FoundFolder }) {
  const { folder, closing, onProblem } = opening;
  const secret = prepared.secret ?? findSecret(prepared.places.dataDir);
  const { openMongoStore } = await import('@algotheque/adapters-mongo');
  const fingerprint = secret === null ? {} : { secretFingerprint: secretFingerprint(secret) };
  const opened = openMongoStore({ url, existing: true, exclusive: true, onProblem, ...fingerprint });
  const store = closing.add(opened, (store) => store.close());
  await store.ready();
  const { users, sessionStore, algos, folders, deletions, portable, checks } = store;
  return {
    ...commonParts(prepared, opening),
    users,
    sessionStore,
    algos,
    folders,
    deletions,
    portable,
    folder,
    content: folder ?? store.contentStore,
    location: `mongodb://${store.location}`,
    otherFolder: await otherPlace(checks, folder),
    sqlite: null,
    mongo: checks,
  } satisfies Omit<Look, 'mending'>;
}
