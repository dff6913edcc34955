import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Readable, Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { ExportEntries } from '@algotheque/domain';
import { errorCode, StartError } from '../startError.ts';
import type { Streams } from '../terminal/progress.ts';

export const STANDARD_OUTPUT = '-';

/**
 * Writes an archive to a new file, or to standard output for `-`. The file is durable, or it is not there.
 * @param begin begins the export; it is called when there is a place for it
 * @throws StartError when there is no such place, or it was not written to its end
 */
export async function writeArchive(
  begin: () => Promise<{ readonly entries: ExportEntries }>,
  file: string,
  stdout: Streams['stdout'],
): Promise<void> {
  if (file === STANDARD_OUTPUT) {
    const output = binaryOutput(stdout);
    return pass(await zipOf(await begin()), output, true);
  }
  const made = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await opened(made, file);
  try {
    await pass(await zipOf(await begin()), made);
  } catch (error) {
    await finished(made.destroy()).catch(() => {}); // the reason is the first error
    await rm(file, { force: true });
    throw error;
  }
}

/** Without a least rate, because its reader holds no place of a user. */
async function zipOf({ entries }: { readonly entries: ExportEntries }): Promise<Readable> {
  const { zipBody } = await import('@algotheque/http-koa'); // other commands start without it
  return zipBody(entries, () => () => {});
}

function binaryOutput(stdout: Streams['stdout']): Writable {
  if (stdout.isTTY !== true && stdout instanceof Writable) return stdout;
  throw new StartError('A ZIP is not for a terminal: name a file in place of -, or send the output to a file');
}

async function opened(made: WriteStream, file: string): Promise<void> {
  try {
    await once(made, 'open');
  } catch (error) {
    const isThere = errorCode(error) === 'EEXIST';
    const reason = isThere ? `${file} exists, and is not replaced` : `${file} cannot be made (${errorCode(error)})`;
    throw new StartError(reason, { cause: error });
  }
}

/** @param staysOpen then it resolves when the output has all of it: the pipeline does not wait for what the output holds back */
async function pass(archive: Readable, to: Writable, staysOpen = false): Promise<void> {
  try {
    await pipeline(archive, to, { end: !staysOpen });
    if (staysOpen) await promisify<string, void>(to.write.bind(to))('');
  } catch (error) {
    throw new StartError(`The export ended too early (${errorCode(error)})`, { cause: error });
  }
}
