import { createHash } from 'node:crypto';
import type { Progress } from '../../progress/progress.ts';
import { errorCode, StartError } from '../../startError.ts';
import type { Backup, BackupFile } from './backup.ts';
import { contentsTally, MAX_MANIFEST_BYTES, type Manifest, parseManifest, type Tally } from './manifest.ts';
import { KINDS, MANIFEST, partOf, rowsName } from './parts.ts';
import { Problems } from './problems.ts';
import { readRows } from './readRows.ts';

export interface Verifying {
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/**
 * Reads all of a backup, and compares it with its manifest: counts, digests, and that each record has its content.
 * @throws StartError that names what is missing, damaged, or too much, or says that this is no backup of this release
 */
export async function verifyBackup(backup: Backup, verifying: Verifying): Promise<Manifest> {
  const manifest = await readManifest(backup);
  const problems = new Problems();
  for (const name of backup.foreign) problems.add(`${name} is no part of a backup`);
  const files = new Map(backup.files.map((file) => [file.name, file]));
  if (files.size < backup.files.length) problems.add('a part is there twice');
  const wanted = new Set<string>();
  for (const kind of KINDS) {
    verifying.signal.throwIfAborted();
    const found = files.has(rowsName(kind)) ? await tallyOf(backup, kind, wanted) : null;
    compareRows(rowsName(kind), { found, expected: manifest.rows[kind] }, problems);
  }
  await verifyContents(backup, { wanted, expected: manifest.contents, problems, verifying });
  if (problems.count === 0) return manifest;
  throw new StartError(`${backup.location} is damaged (${problems.count}):\n${problems.text}`);
}

/** @throws StartError when there is none that this release can use */
async function readManifest(backup: Backup): Promise<Manifest> {
  const file = backup.files.find(({ name }) => name === MANIFEST);
  if (file === undefined) {
    throw new StartError(
      `${backup.location} is no backup: it has no manifest, so it is unfinished, cut, or something else`,
    );
  }
  if (file.bytes > MAX_MANIFEST_BYTES) throw new StartError(`${backup.location}: the manifest is too large to be one`);
  const pieces: Uint8Array[] = [];
  for await (const piece of backup.read(MANIFEST)) pieces.push(piece);
  const text = Buffer.concat(pieces).toString();
  try {
    return parseManifest(text);
  } catch (error) {
    throw error instanceof StartError
      ? new StartError(`${backup.location}: ${error.message}`, { cause: error })
      : error;
  }
}

interface Compared {
  readonly found: Tally | string | null;
  readonly expected: Tally;
}

function compareRows(name: string, { found, expected }: Compared, problems: Problems): void {
  if (found === null) problems.add(`${name} is missing`);
  else if (typeof found === 'string') problems.add(`${name} cannot be read: ${found}`);
  else if (found.sha256 !== expected.sha256) {
    problems.add(
      `${name} is damaged: ${found.count} rows and ${found.bytes} bytes of ${expected.count} and ${expected.bytes}`,
    );
  }
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

interface Contents {
  readonly wanted: ReadonlySet<string>;
  readonly expected: Tally;
  readonly problems: Problems;
  readonly verifying: Verifying;
}

async function verifyContents(backup: Backup, { wanted, expected, problems, verifying }: Contents): Promise<void> {
  const part = verifying.progress.begin('  contents: verifying', expected.count);
  const sizes = new Map<string, number>();
  for (const file of backup.files) {
    const content = partOf(file.name);
    if (content?.is !== 'content') continue;
    verifying.signal.throwIfAborted();
    const problem = await contentProblem(backup, file, content.digest);
    if (problem !== null) problems.add(`${file.name} ${problem}`);
    else if (!wanted.has(content.digest)) problems.add(`${file.name} is named by no record`);
    sizes.set(content.digest, file.bytes);
    part.reach(sizes.size);
  }
  for (const digest of wanted) if (!sizes.has(digest)) problems.add(`the content ${digest} is missing`);
  part.end(`  contents: ${sizes.size} verified`);
  const found = contentsTally(sizes);
  if (problems.count === 0 && (found.sha256 !== expected.sha256 || found.bytes !== expected.bytes)) {
    problems.add(
      `there are ${found.count} contents of ${found.bytes} bytes, not ${expected.count} of ${expected.bytes}`,
    );
  }
}

async function contentProblem(backup: Backup, { name }: BackupFile, digest: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const piece of backup.read(name)) hash.update(piece);
  } catch (error) {
    return `cannot be read: ${errorCode(error)}`;
  }
  return hash.digest('hex') === digest ? null : 'is damaged';
}
