import { dirname } from 'node:path';
import { type AdministrationPorts, type AuditEvent, type OnProblem, systemClock } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import type { Prepared } from '../prepare.ts';
import { hasherOf } from '../settings/policy.ts';
import { contentFolder } from '../stores/contentFolder.ts';
import { DiskRooms } from '../stores/diskRooms.ts';
import { isAbsent, noStoreError } from '../stores/findStore.ts';
import { lockForCommand } from '../stores/lockForCommand.ts';
import { keptSecret } from '../stores/secret.ts';

export interface AccountParts {
  readonly onProblem: OnProblem;
  readonly tell: (line: string) => void;
  /** Whether an absent store in a folder is made. */
  readonly makesStore: boolean;
  readonly closing: Closing;
}

/**
 * Opens a store. One that is a server may be in use by servers. A folder belongs to this process until the closing: it is locked as by a
 * server.
 * @throws StartError when there is no store, or root would make files that its user cannot use; DataFolderInUseError when a server uses its
 *   folder
 */
export async function openAccountPorts(
  { places, settings, secret }: Prepared,
  parts: AccountParts,
): Promise<AdministrationPorts> {
  const { onProblem, tell, makesStore, closing } = parts;
  const { store: place, contentDir } = places;
  const isMade = isAbsent(places);
  if (isMade && !(makesStore && place.path !== null)) throw noStoreError(places);
  if (contentDir !== null) lockForCommand(places, closing);
  const rooms = new DiskRooms(places.dataDir, onProblem);
  const onDisk = place.path === null ? {} : { room: rooms.at(dirname(place.path)) };
  const filesOnDisk = place.path === null || contentDir === null ? {} : { room: rooms.at(contentDir) };
  const driver = await place.kind.load();
  const store = await driver.open(place.url, {
    folder: await contentFolder(contentDir, { onProblem, ...filesOnDisk }),
    existing: !isMade,
    onProblem,
    onBroken: (problem) => onProblem(problem, 'store'), // the ports report it too
    ...onDisk,
    ...(isMade && { emailCase: settings.ALGOTHEQUE_EMAIL_CASE }), // only a server changes that of a store
  });
  closing.add(store, (opened) => opened.close(), place.path ?? 'a store');
  await store.ready();
  // A first start would take a secret that is missing beside a store for lost.
  if (isMade && secret === null) keptSecret(places.dataDir, tell);
  if (isMade) tell(`A new store was made in ${places.dataDir}`);
  const record = (event: AuditEvent) => tell(auditLine(event));
  const own = { hasher: hasherOf(settings), audit: { record } };
  return { clock: systemClock, ...store.ports, contentStore: await store.openContent(), ...own };
}

/** The event in the form of the server's log. */
const auditLine = (event: AuditEvent): string =>
  JSON.stringify({ audit: { ...event, date: new Date(event.date).toISOString() }, msg: 'audit' });
