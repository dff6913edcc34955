import { placeOf } from '../../doctor/checks/damaged.ts';
import { RECORD_CHECKS } from '../../doctor/checks.ts';
import type { Finding } from '../../doctor/codes.ts';
import type { Look } from '../../doctor/look.ts';
import type { Backup } from './backup.ts';
import { type BackupTime, lookAt } from './backupLook.ts';
import { MOST_CHARS } from './manifest.ts';
import { contentName, digestOf } from './parts.ts';

const MOST_FINDINGS = 200;
export interface FindingsOptions extends BackupTime {
  /** Default: 200. */
  readonly most?: number;
}

/**
 * What `algotheque doctor` would find in the records of a backup, were it restored: a line for each, the first `most` of them. The files of
 * the backup must be whole.
 */
export async function findingsOf(backup: Backup, options: FindingsOptions): Promise<readonly string[]> {
  const { most = MOST_FINDINGS } = options;
  const look = lookAt(backup, options);
  const found: string[] = [];
  for (const run of [...RECORD_CHECKS.map((check) => check.run), sizesOf(backup)]) {
    for await (const finding of run(look)) {
      found.push(lineOf(finding));
      if (found.length === most) return found;
    }
  }
  return found;
}

const lineOf = ({ code, place, detail }: Finding): string =>
  `${code}: ${place}${detail == null ? '' : `; ${detail}`}`.slice(0, MOST_CHARS.finding);

/** Compares the sizes only: the bytes are those that the record names. */
function sizesOf({ files }: Backup): (look: Look) => AsyncGenerator<Finding> {
  const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]));
  return async function* (look) {
    for await (const batch of look.portable.exportRows('algo', () => {})) {
      for (const { id, ref, contentBytes } of batch) {
        const name = contentName(digestOf(ref));
        // 0: an earlier release made the record
        if (contentBytes !== 0 && sizes.get(name) !== contentBytes)
          yield { code: 'content-size', place: `${placeOf('algo', id)}: ${name}` };
      }
    }
  };
}
