import { createHash } from 'node:crypto';
import { errorCode } from '../../startError.ts';
import type { Backup, BackupFile, Verifying } from './backup.ts';
import { contentsTally, type Tally } from './manifest.ts';
import { partOf } from './parts.ts';
import type { Problems } from './problems.ts';

interface Contents {
  readonly wanted: ReadonlySet<string>;
  readonly expected: Tally;
  readonly problems: Problems;
  readonly verifying: Verifying;
}

/** The digest of every content, that each is named by a record, and that none is missing. */
export async function verifyContents(
  backup: Backup,
  { wanted, expected, problems, verifying }: Contents,
): Promise<void> {
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
