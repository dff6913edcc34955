import { closingAfter } from '../closing.ts';
import { findSecret, givenSecret } from '../kept/secret.ts';
import type { Moved } from '../migrate/copyInto.ts';
import { sidePlace } from '../migrate/sidePlace.ts';
import { placesOf } from '../places.ts';
import { loadSettings, type Settings } from '../settings/loadSettings.ts';
import { RUN_AGAIN, stopSignal } from '../start/stopSignals.ts';
import type { Progress } from '../terminal/progress.ts';
import { backupTo, type Made } from './backupTo.ts';
import { backupInto } from './datedBackups.ts';
import { openBackup } from './form/openBackup.ts';
import { type Verified, verifyBackup } from './form/verifyBackup.ts';
import { madeText } from './leftOut.ts';
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
  const settings = loadSettings(env);
  const order = { place: placesOf(settings), secret: secretOf(settings), signal: stopSignal(RUN_AGAIN), progress };
  const data = await (keep === undefined ? backupTo(target, order) : backupInto(target, keep, order));
  return { text: `${data.path}\n${madeText(data.facts)}`, data, exitCode: data.facts.leftOut.count === 0 ? 0 : 1 };
}

/** @throws StartError that names what is wrong */
export function runVerify(
  { path, env }: { readonly path: string; readonly env: Env },
  progress: Progress,
): Promise<{
  readonly text: string;
  readonly data: Verified['manifest'] & Pick<Verified, 'isSigned'>;
  readonly exitCode: 0 | 1;
}> {
  return closingAfter(async (closing) => {
    const backup = closing.add(await openBackup(path), (opened) => opened.close());
    const secret = secretOf(loadSettings(env));
    const { manifest, isSigned } = await verifyBackup(backup, { signal: stopSignal(RUN_AGAIN), progress, secret });
    const text = [`${path} is whole`, madeText(manifest), SIGNATURES[String(isSigned)]].join('\n');
    return { text, data: { ...manifest, isSigned }, exitCode: isSigned === false ? 1 : 0 };
  });
}

const SIGNATURES: Readonly<Record<string, string>> = {
  true: 'It is signed with the secret of the settings',
  false:
    'It is NOT signed with the secret of the settings: it may be of another service or an older release, or changed',
  null: 'Its signature was not compared, because the settings have no secret',
};

/** The secret of the service, if the settings or the data folder have one. @throws SettingsError */
const secretOf = (settings: Settings): Uint8Array | null =>
  givenSecret(settings) ?? findSecret(placesOf(settings).dataDir);

interface RestoreOptions {
  readonly to: string;
  readonly 'to-files': string | undefined;
  readonly unsigned: boolean;
  readonly env: Env;
}

/** @throws StartError, UsageError */
export async function runRestore(
  path: string,
  options: RestoreOptions,
  progress: Progress,
): Promise<{ readonly text: string; readonly data: Moved }> {
  const to = sidePlace('--to', { url: options.to, files: options['to-files'] });
  const { unsigned, env } = options;
  const data = await restore({
    path,
    to,
    secret: secretOf(loadSettings(env)),
    unsigned,
    signal: stopSignal(RUN_AGAIN),
    progress,
  });
  return { text: '', data };
}
