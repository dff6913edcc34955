import type { Closing } from '../../closing.ts';
import { StartError } from '../../startError.ts';
import type { Watch } from '../../terminal/progress.ts';
import { oneLine } from '../../terminal/text.ts';
import { findingsOf } from './findings.ts';
import { isSignedBy } from './lines.ts';
import { openBackup } from './openBackup.ts';
import { Problems } from './problems.ts';

export interface Verifying extends Watch {
  /** The secret that may have signed it; null: no signature is compared. */
  readonly secret: Uint8Array | null;
  readonly closing: Closing;
}

/**
 * Opens a backup, which reads all of it. Then its rows have to pass the checks of the doctor, except for what the store had. A damaged
 * record is refused always: a backup never takes one.
 * @throws StartError with a line for each thing that is wrong
 */
export async function verifyBackup(path: string, { closing, secret, ...watch }: Verifying) {
  const backup = await openBackup(path, closing, watch);
  const { facts, moment, contents, seal } = backup.index;
  const problems = new Problems();
  const sizes = (ref: string): number | null => contents.get(ref)?.size ?? null;
  for (const finding of await findingsOf({ rows: backup, date: moment.moment, sizes })) {
    if (finding.startsWith('record-damaged: ') || !facts.findings.includes(finding)) problems.add(finding);
    else watch.progress.note(`Wrong in the store, and so in the backup: ${oneLine(finding)}`);
  }
  if (problems.count > 0) throw new StartError(`${path} is damaged (${problems.count}):\n${problems.text}`);
  /** Whether the secret has signed it; null if there was no secret to compare with. */
  const isSigned = secret === null ? null : isSignedBy(seal, secret);
  return { backup, isSigned };
}
