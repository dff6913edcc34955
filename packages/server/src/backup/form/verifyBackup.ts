import { createWriteStream } from 'node:fs';
import { constants, type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ifPresent } from '@algotheque/domain/files';
import type { Closing } from '../../closing.ts';
import { StartError } from '../../startError.ts';
import type { Watch } from '../../terminal/progress.ts';
import { oneLine } from '../../terminal/text.ts';
import { Backup } from './backup.ts';
import { findingsOf } from './findings.ts';
import { isSignedBy } from './lines.ts';
import { Problems } from './problems.ts';
import { scan } from './scan.ts';

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

/** The name of standard input or output in the place of a file. */
export const STANDARD = '-';

/** Reads all of a backup; `-` is standard input. What comes from a pipe is kept in a temporary file meanwhile. @throws StartError */
async function openBackup(path: string, closing: Closing, watch: Watch): Promise<Backup> {
  const file = path === STANDARD ? await spooled(process.stdin, closing) : await opened(path, closing);
  const problems = new Problems();
  const index = await scan(file, problems, watch).catch((error: unknown) => {
    throw error instanceof StartError ? new StartError(`${path}: ${error.message}`, { cause: error }) : error;
  });
  if (index !== null) return new Backup(path, file, { index, signal: watch.signal });
  throw new StartError(`${path} is damaged (${problems.count}):\n${problems.text}`);
}

async function opened(path: string, closing: Closing): Promise<FileHandle> {
  const file = await ifPresent(open(path, constants.O_RDONLY | constants.O_NOCTTY));
  if (file === null) throw new StartError(`There is no backup at ${path}`);
  closing.add(file, (handle) => handle.close());
  const stat = await file.stat();
  if (stat.isDirectory()) throw new StartError(`${path} is a folder: a backup is one file`);
  return stat.isFile() ? file : spooled(file.createReadStream({ autoClose: false }), closing);
}

/** The bytes of a stream as a file, which has no name. */
async function spooled(stream: NodeJS.ReadableStream, closing: Closing): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'algotheque-backup-'));
  try {
    const path = join(folder, 'backup');
    await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return closing.add(await open(path, 'r'), (handle) => handle.close());
  } finally {
    await rm(folder, { recursive: true });
  }
}
