import { parseArgs } from 'node:util';
import type { PortableKind } from '@algotheque/domain';
import { Closing } from '../closing.ts';
import { asStartError, StartError } from '../startError.ts';
import { copyStore } from './copyStore.ts';
import { openSide } from './openSide.ts';
import { verifyCopy } from './verifyCopy.ts';

/**
 * `algotheque migrate --from URL --to URL`: copies a store into another, and verifies the copy.
 * @throws StartError for what an operator can mend: run again, the same migration resumes
 */
export async function migrate(args: readonly string[]): Promise<void> {
  const { from, to, 'from-files': fromFiles, 'to-files': toFiles } = options(args);
  if (from === undefined || to === undefined) throw new StartError('migrate needs --from URL and --to URL');
  const closing = new Closing();
  try {
    const source = await openSide({ url: from, files: fromFiles, isTarget: false }, closing);
    const target = await openSide({ url: to, files: toFiles, isTarget: true }, closing);
    const begun = await target.portable.beginImport(source.location);
    say(`${begun === 'resumed' ? 'Resuming' : 'Beginning'}: ${source.location} to ${target.location}`);
    await copyStore(source, target, progress);
    for (const { kind, rows, digest } of await verifyCopy(source, target))
      say(`  ${kind}: ${rows} verified, ${digest}`);
    await target.portable.endImport();
    say('Done: both sides hold the same.');
  } catch (error) {
    throw asStartError(error);
  } finally {
    await closing.close();
  }
}

const OPTION = { type: 'string' } as const;

function options(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { from: OPTION, to: OPTION, 'from-files': OPTION, 'to-files': OPTION },
    }).values;
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function progress(kind: PortableKind, copied: number): void {
  if (copied > 0) say(`  ${kind}: ${copied} copied`);
}
