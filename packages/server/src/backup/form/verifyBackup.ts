import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { errorCode, StartError } from '../../startError.ts';
import { oneLine } from '../../terminal/text.ts';
import type { Backup, Verifying } from './backup.ts';
import { findingsOf } from './findings.ts';
import { isSignedBy, MAX_MANIFEST_BYTES, type Manifest, parseManifest, type Tally } from './manifest.ts';
import { KINDS, MANIFEST, rowsName } from './parts.ts';
import { Problems } from './problems.ts';
import { readRows } from './readRows.ts';
import { verifyContents } from './verifyContents.ts';

export interface Verified {
  readonly manifest: Manifest;
  /** Whether the secret has signed it; null if there was no secret to compare with. */
  readonly isSigned: boolean | null;
}

/**
 * Reads all of a backup, and compares it with its manifest: counts, digests, and that each record has its content. Then the records have to
 * pass the checks of the doctor, except for what the store had.
 * @throws StartError that names what is missing, damaged, or too much, or says that this is no backup of this release
 */
export async function verifyBackup(backup: Backup, verifying: Verifying): Promise<Verified> {
  const text = await readManifest(backup);
  const manifest = manifestOf(backup, text);
  const problems = new Problems();
  for (const name of backup.foreign) problems.add(`${name} is no part of a backup`);
  const files = new Map(backup.files.map((file) => [file.name, file]));
  if (files.size < backup.files.length) problems.add('a part is there twice');
  const wanted = new Set<string>();
  for (const kind of KINDS) {
    verifying.signal.throwIfAborted();
    const [name, expected] = [rowsName(kind), manifest.rows[kind]];
    const isThere = files.has(name);
    if (expected === undefined) {
      if (isThere) problems.add(`${name} is no part of a backup of that release`);
      continue;
    }
    const problem = rowsProblem(isThere ? await tallyOf(backup, kind, wanted) : null, expected);
    if (problem !== null) problems.add(`${name} ${problem}`);
  }
  await verifyContents(backup, { wanted, expected: manifest.contents, problems, verifying });
  if (problems.count === 0) await verifyRecords(backup, { manifest, problems, verifying });
  const { secret = null } = verifying;
  if (problems.count === 0) return { manifest, isSigned: secret === null ? null : isSignedBy(text, secret) };
  throw new StartError(`${backup.location} is damaged (${problems.count}):\n${problems.text}`);
}

/** @throws StartError when there is none */
async function readManifest(backup: Backup): Promise<string> {
  const file = backup.files.find(({ name }) => name === MANIFEST);
  if (file === undefined) {
    throw new StartError(
      `${backup.location} is no backup: it has no manifest, so it is unfinished, cut, or something else`,
    );
  }
  if (file.bytes > MAX_MANIFEST_BYTES) throw new StartError(`${backup.location}: the manifest is too large to be one`);
  return (await buffer(backup.read(MANIFEST))).toString();
}

/** @throws StartError when it is none that this release can use */
function manifestOf(backup: Backup, text: string): Manifest {
  try {
    return parseManifest(text);
  } catch (error) {
    throw error instanceof StartError
      ? new StartError(`${backup.location}: ${error.message}`, { cause: error })
      : error;
  }
}

interface Records {
  readonly manifest: Manifest;
  readonly problems: Problems;
  readonly verifying: Verifying;
}

/** A damaged record is a problem always: a backup never takes one. */
async function verifyRecords(backup: Backup, { manifest, problems, verifying }: Records): Promise<void> {
  const { date, findings } = manifest;
  const found = await findingsOf(backup, { date, signal: verifying.signal });
  const isKnown = (finding: string): boolean => findings === undefined || findings.includes(finding);
  for (const finding of found) {
    if (finding.startsWith('record-damaged: ') || !isKnown(finding)) problems.add(finding);
    else verifying.progress.note(`Wrong in the store, and so in the backup: ${oneLine(finding)}`);
  }
}

function rowsProblem(found: Tally | string | null, expected: Tally): string | null {
  if (found === null) return 'is missing';
  if (typeof found === 'string') return `cannot be read: ${found}`;
  if (found.sha256 === expected.sha256) return null;
  return `is damaged: ${found.count} rows and ${found.bytes} bytes of ${expected.count} and ${expected.bytes}`;
}

/** The file of rows as it is, or why it cannot be read. Adds the digests of the contents that its rows name. */
async function tallyOf(backup: Backup, kind: (typeof KINDS)[number], wanted: Set<string>): Promise<Tally | string> {
  const hash = createHash('sha256');
  let bytes = 0;
  let count = 0;
  async function* tallied(): AsyncGenerator<Uint8Array> {
    for await (const piece of backup.read(rowsName(kind))) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  }
  try {
    for await (const row of readRows(kind, tallied())) {
      count += 1;
      if (row.digest !== null) wanted.add(row.digest);
    }
  } catch (error) {
    return errorCode(error);
  }
  return { count, bytes, sha256: hash.digest('hex') };
}
