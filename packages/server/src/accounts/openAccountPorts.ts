import { dirname } from 'node:path';
import {
  type AdministrationPorts,
  type AuditEvent,
  type OnProblem,
  type OpenStoreOptions,
  systemClock,
} from '@algotheque/domain';
import { openBackupSource } from '../backup/source.ts';
import { type Closing, closingAfter } from '../closing.ts';
import type { Places } from '../places.ts';
import type { Prepared } from '../prepare.ts';
import { hasherOf } from '../settings/policy.ts';
import { contentFolder, contentFolderBeside } from '../stores/contentFolder.ts';
import { DiskRooms } from '../stores/diskRooms.ts';
import { isAbsent, noStoreError } from '../stores/findStore.ts';
import { lockOrShare } from '../stores/lockForCommand.ts';
import { keptSecret } from '../stores/secret.ts';

interface AccountParts {
  readonly onProblem: OnProblem;
  readonly tell: (line: string) => void;
  readonly makesStore: boolean;
  readonly closing: Closing;
}

/**
 * Opens a store, also beside the servers that use it. Without a server, its folders belong to this process until the closing.
 * @throws StartError when there is no store, root would make files that its user cannot use, or a server of another release uses it;
 *   DataFolderInUseError when another command has its folder
 * @returns the ports, and whether a server has the folder of the content, which is only read then
 */
export async function openAccountPorts({ places, settings, secret }: Prepared, parts: AccountParts) {
  const { onProblem, tell, makesStore, closing } = parts;
  const { store: place, contentDir } = places;
  const isMade = isAbsent(places);
  if (isMade && !(makesStore && place.path !== null)) throw noStoreError(places);
  const isBeside = contentDir !== null && lockOrShare(places, closing);
  const driver = await place.kind.load();
  const store = await driver.open(place.url, {
    ...(isBeside ? await besideServer(places, onProblem) : await onOwnDisk(places, onProblem)),
    existing: !isMade,
    onProblem,
    onBroken: (problem) => onProblem(problem, 'store'), // the ports report it too
    ...(isMade && { emailCase: settings.ALGOTHEQUE_EMAIL_CASE }), // only a server changes that of a store
  });
  closing.add(store, (opened) => opened.close(), place.path ?? 'a store');
  await store.ready();
  // A first start would take a secret that is missing beside a store for lost.
  if (isMade && secret === null) keptSecret(places.dataDir, tell);
  if (isMade) tell(`A new store was made in ${places.dataDir}`);
  const record = (event: AuditEvent) => tell(auditLine(event));
  const own = { hasher: hasherOf(settings), audit: { record } };
  const ports: AdministrationPorts = {
    clock: systemClock,
    ...store.ports,
    contentStore: await store.openContent(),
    ...own,
  };
  return { ports, isBeside };
}

type OnDisk = Pick<OpenStoreOptions, 'folder' | 'room'>;

async function onOwnDisk({ dataDir, store, contentDir }: Places, onProblem: OnProblem): Promise<OnDisk> {
  const rooms = new DiskRooms(dataDir, onProblem);
  const filesOnDisk = store.path === null || contentDir === null ? {} : { room: rooms.at(contentDir) };
  return {
    folder: await contentFolder(contentDir, { onProblem, ...filesOnDisk }),
    ...(store.path !== null && { room: rooms.at(dirname(store.path)) }),
  };
}

/** The reserve on the disk is the server's. @throws StartError when the store is of another release: it is not upgraded beside a server */
async function besideServer(places: Places, onProblem: OnProblem): Promise<OnDisk> {
  await closingAfter((closing) => openBackupSource(places, closing)); // it refuses what does not fit
  return { folder: await contentFolderBeside(places.contentDir, onProblem) };
}

const auditLine = (event: AuditEvent): string =>
  JSON.stringify({ audit: { ...event, date: new Date(event.date).toISOString() }, msg: 'audit' });
