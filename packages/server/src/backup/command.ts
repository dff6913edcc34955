import { closingAfter } from '../closing.ts';
import { findSecret, givenSecret } from '../kept/secret.ts';
import { sidePlace } from '../migrate/sidePlace.ts';
import { placesOf } from '../places.ts';
import { loadSettings, type Settings } from '../settings/loadSettings.ts';
import type { Env } from '../settings/setting.ts';
import { RUN_AGAIN, stopSignal } from '../start/stopSignals.ts';
import type { Progress } from '../terminal/progress.ts';
import { backupTo } from './backupTo.ts';
import { backupInto } from './datedBackups.ts';
import { openBackup } from './form/openBackup.ts';
import { verifyBackup } from './form/verifyBackup.ts';
import { madeText } from './leftOut.ts';
import { restore } from './restore.ts';

/** What every command gets. */
interface Context {
  readonly env: Env;
  readonly progress: Progress;
}

/**
 * Exit code 1: the backup is made, but not with all that the store holds.
 * @param target the folder or tar to make; with `keep` the folder to make it in
 * @throws StartError, UsageError
 */
export async function runBackup(target: string, keep: string | undefined, { env, progress }: Context) {
  const settings = loadSettings(env);
  const order = { place: placesOf(settings), secret: secretOf(settings), signal: stopSignal(RUN_AGAIN), progress };
  const data = await (keep === undefined ? backupTo(target, order) : backupInto(target, keep, order));
  const exitCode: 0 | 1 = data.facts.leftOut.count === 0 ? 0 : 1;
  return { text: `${data.path}\n${madeText(data.facts)}`, data, exitCode };
}

/** @throws StartError that names what is wrong */
export function runVerify(path: string, { env, progress }: Context) {
  return closingAfter(async (closing) => {
    const backup = closing.add(await openBackup(path), (opened) => opened.close());
    const secret = secretOf(loadSettings(env));
    const { manifest, isSigned } = await verifyBackup(backup, { signal: stopSignal(RUN_AGAIN), progress, secret });
    const text = [`${path} is whole`, madeText(manifest), signatureText(isSigned)].join('\n');
    const exitCode: 0 | 1 = isSigned === false ? 1 : 0;
    return { text, data: { ...manifest, isSigned }, exitCode };
  });
}

function signatureText(isSigned: boolean | null): string {
  if (isSigned === null) return 'Its signature was not compared, because the settings have no secret';
  return isSigned
    ? 'It is signed with the secret of the settings'
    : 'It is NOT signed with the secret of the settings: it may be of another service or an older release, or changed';
}

/** The secret of the service, if the settings or the data folder have one. @throws SettingsError */
const secretOf = (settings: Settings): Uint8Array | null =>
  givenSecret(settings) ?? findSecret(placesOf(settings).dataDir);

/** @throws StartError, UsageError */
export async function runRestore(
  path: string,
  options: { readonly to: string; readonly 'to-files': string | undefined; readonly unsigned: boolean },
  { env, progress }: Context,
) {
  const to = sidePlace('--to', { url: options.to, files: options['to-files'] });
  const secret = secretOf(loadSettings(env));
  const signal = stopSignal(RUN_AGAIN);
  return { text: '', data: await restore({ path, to, secret, unsigned: options.unsigned, signal, progress }) };
}
