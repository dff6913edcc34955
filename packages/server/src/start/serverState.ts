import { dirname } from 'node:path';
import type { ServerState, StoreName } from '@algotheque/domain';
import { build } from '../build.ts';
import type { Places } from '../places.ts';
import type { DiskRooms } from '../stores/diskRooms.ts';

/**
 * What the server says of itself to owners of the service: no place, and nothing that a setting keeps secret.
 * @param found gives what the checks and the mailer know by now
 */
export function serverState(
  { store, contentDir, mail }: Places,
  rooms: DiskRooms,
  found: () => Pick<ServerState, 'contents' | 'database' | 'mailTries'>,
): () => Promise<ServerState> {
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
    ...found(),
  });
}
