import { dirname } from 'node:path';
import type { ScrubProgress, ServerState, StoreName } from '@algotheque/domain';
import { build } from '../build.ts';
import type { Places } from '../places.ts';
import type { DiskRooms } from '../stores/diskRooms.ts';
import type { Checking } from '../stores/startChecks.ts';

interface Parts {
  readonly places: Places;
  readonly rooms: DiskRooms;
  readonly checking: Checking;
  /** The last tries to send a mail, milliseconds since the Unix epoch. */
  readonly mailTries: ServerState['mailTries'];
}

/** What the server says of itself to owners of the service: no place, and nothing that a setting keeps secret. */
export function serverState({ places, rooms, checking, mailTries }: Parts): () => Promise<ServerState> {
  const { store, contentDir, mail } = places;
  const files = 'files';
  const kinds = {
    records: store.kind.name,
    content: contentDir === null ? store.kind.name : files,
    mails: mail.smtp === null ? files : 'SMTP',
  };
  const folders: readonly (readonly [StoreName, string | null])[] = [
    ['records', store.path && dirname(store.path)],
    ['content', contentDir],
    ['mails', mail.smtp === null ? mail.dir : null],
  ];
  return async () => ({
    version: build(),
    kinds,
    disks: await rooms.disks(folders),
    mailTries: { ...mailTries },
    contents: contentsOf(checking.contents()),
    database: checking.database(),
  });
}

function contentsOf(progress: ScrubProgress | null): ServerState['contents'] {
  if (progress === null) return null;
  const { began, after, damaged = 0, last = null } = progress;
  return { began, damaged, isRunning: after !== null, last };
}
