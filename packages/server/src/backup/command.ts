import { Closing } from '../closing.ts';
import type { Moved } from '../migrate/copyInto.ts';
import { sidePlace } from '../migrate/sidePlace.ts';
import { placesOf } from '../places.ts';
import type { Progress } from '../progress/progress.ts';
import { loadSettings } from '../settings/loadSettings.ts';
import { asStartError, StartError } from '../startError.ts';
import { stopAsked } from '../stopSignals.ts';
import { backupTo, type Made } from './backupTo.ts';
import { backupInto } from './datedBackups.ts';
import type { Manifest } from './form/manifest.ts';
import { openBackup } from './form/openBackup.ts';
import { verifyBackup } from './form/verifyBackup.ts';
import { parseKeep } from './keep.ts';
import { madeText } from './made.ts';
import { restore } from './restore.ts';

type Env = Readonly<Record<string, string | undefined>>;

interface BackupOptions {
  /** The folder or tar to make; with `keep` the folder to make it in. */
  readonly target: string;
  readonly keep: string | undefined;
  /** With the settings of the server. */
  readonly env: Env;
}

/** Exit code 1: the backup is made, but not with all that the store holds. @throws StartError, UsageError */
export async function runBackup(
  { target, keep, env }: BackupOptions,
  progress: Progress,
): Promise<{ readonly text: string; readonly data: Made; readonly exitCode: 0 | 1 }> {
  const periods = keep === undefined ? null : parseKeep(keep);
  const order = { place: placesOf(loadSettings(env)), signal: untilStopped(), progress };
  const data = await (periods === null ? backupTo(target, order) : backupInto(target, periods, order));
  return { text: `${data.path}\n${madeText(data.facts)}`, data, exitCode: data.facts.leftOut.count === 0 ? 0 : 1 };
}

/** @throws StartError that names what is wrong */
export async function runVerify(
  path: string,
  progress: Progress,
): Promise<{ readonly text: string; readonly data: Manifest }> {
  const closing = new Closing();
  try {
    const backup = closing.add(await openBackup(path), (opened) => opened.close());
    const data = await verifyBackup(backup, { signal: untilStopped(), progress });
    return { text: `${path} is whole\n${madeText(data)}`, data };
  } catch (error) {
    throw asStartError(error);
  } finally {
    await closing.close();
  }
}

interface RestoreOptions {
  readonly to: string;
  readonly 'to-files': string | undefined;
}

/** @throws StartError, UsageError */
export async function runRestore(
  path: string,
  options: RestoreOptions,
  progress: Progress,
): Promise<{ readonly text: string; readonly data: Moved }> {
  const to = sidePlace('--to', { url: options.to, files: options['to-files'] });
  const data = await restore({ path, to, signal: untilStopped(), progress });
  return { text: '', data };
}

function untilStopped(): AbortSignal {
  const controller = new AbortController();
  void stopAsked().then((signal) =>
    controller.abort(new StartError(`Stopped by ${signal}. Run the same command again to go on.`)),
  );
  return controller.signal;
}
