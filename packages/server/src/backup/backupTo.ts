import { rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { syncFolder } from '@algotheque/domain/files';
import { closingAfter } from '../closing.ts';
import type { SidePlace } from '../places.ts';
import type { Watch } from '../terminal/progress.ts';
import { openFolderBackup } from './form/folderBackup.ts';
import type { ManifestFacts } from './form/manifest.ts';
import { writeTar } from './form/writeTar.ts';
import type { MomentOptions } from './oneMoment.ts';
import { newestBackup } from './otherBackups.ts';
import { openSource } from './source.ts';
import { lockUnfinished, nameBackup, refuseExisting, UNFINISHED_TAR, unfinishedName } from './unfinished.ts';
import { fillBackup } from './writeBackup.ts';

export interface BackupOrder extends MomentOptions, Watch {
  readonly place: SidePlace;
  /** Milliseconds since the Unix epoch. Default: `Date.now`. */
  readonly now?: () => number;
  /** Signs the backup: the secret of the service. Null: it has no signature. */
  readonly secret: Uint8Array | null;
}

/** A backup that is made and durable. */
export interface Made {
  readonly path: string;
  readonly facts: ManifestFacts;
}

/**
 * Backs a store up into a new folder, or a file whose name ends with `.tar`. What an interrupted run has left beside it is used.
 * @param unfinished the folder in which it is made. Default: the path with `.partial`
 * @throws StartError for what an operator can repair
 */
export function backupTo(target: string, order: BackupOrder, unfinished?: string): Promise<Made> {
  const path = resolve(target);
  return closingAfter(async (closing) => {
    await refuseExisting(path);
    const source = await openSource(order.place, closing);
    const partial = unfinished ?? unfinishedName(path);
    lockUnfinished(partial, closing);
    order.progress.note(
      `Backup of ${source.views.location} to ${path}${order.secret === null ? ', without a signature: the settings have no secret' : ''}`,
    );
    const isTar = path.endsWith('.tar');
    const previous = isTar ? null : await newestBackup(dirname(path));
    const facts = await fillBackup({ now: Date.now, ...order, source, dir: partial, previous });
    if (isTar) await packed(partial, path, order.signal);
    else await nameBackup(partial, path);
    return { path, facts };
  });
}

async function packed(dir: string, path: string, signal: AbortSignal): Promise<void> {
  const tar = join(dir, UNFINISHED_TAR);
  await writeTar(await openFolderBackup(dir), tar, signal);
  await rename(tar, path);
  await syncFolder(dirname(path));
  await rm(dir, { recursive: true });
}
