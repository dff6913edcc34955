import { readFile } from 'node:fs/promises';
import { closingAfter } from '../closing.ts';
import { sidePlace } from '../migrate/sidePlace.ts';
import { placesOf } from '../places.ts';
import { loadSettings, type Settings } from '../settings/loadSettings.ts';
import { ADVICE_ANEW, stopSignal } from '../start/stopSignals.ts';
import { StartError } from '../startError.ts';
import { findSecret, givenSecret } from '../stores/secret.ts';
import type { CommandContext } from '../terminal/progress.ts';
import { backupTo } from './backupTo.ts';
import { STANDARD, verifyBackup } from './form/verifyBackup.ts';
import { madeText } from './leftOut.ts';
import { type DeletedUsers, restoreBackup } from './restore.ts';

type Context = Pick<CommandContext, 'env' | 'progress'>;

/** Exit code 1: the backup is made, but not with all that the store holds. */
export async function runBackup(target: string, { env, progress }: Context) {
  const settings = loadSettings(env);
  const order = { place: placesOf(settings), secret: secretOf(settings), signal: stopSignal(), progress };
  const isStream = target === STANDARD;
  const data = await backupTo(isStream ? process.stdout : target, order);
  const exitCode: 0 | 1 = data.facts.leftOut.count === 0 ? 0 : 1;
  const text = madeText(data.facts);
  if (!isStream) return { text: `${data.path}\n${text}`, data, exitCode };
  progress.note(text);
  return { text: '', data, exitCode };
}

export function runVerify(path: string, { env, progress }: Context) {
  return closingAfter(async (closing) => {
    const verifying = { signal: stopSignal(), progress, secret: secretOf(loadSettings(env)), closing };
    const { backup, isSigned } = await verifyBackup(path, verifying);
    const { head, moment, facts } = backup.index;
    const data = { ...head, ...moment, ...facts, isSigned };
    const text = [`${path} is whole`, madeText(data), signatureText(isSigned)].join('\n');
    const exitCode: 0 | 1 = isSigned === false ? 1 : 0;
    return { text, data, exitCode };
  });
}

function signatureText(isSigned: boolean | null): string {
  if (isSigned === null) return 'Its signature was not compared, because the settings have no secret';
  return isSigned
    ? 'It is signed with the secret of the settings'
    : 'It is NOT signed with the secret of the settings: it may be of another service, or changed';
}

/** The secret of the service, if the settings or the data folder have one. @throws SettingsError */
const secretOf = (settings: Settings): Uint8Array | null =>
  givenSecret(settings) ?? findSecret(placesOf(settings).dataDir);

interface RestoreOptions {
  readonly to: string;
  readonly 'to-files': string | undefined;
  readonly unsigned: boolean;
  readonly deleted: string | undefined;
  readonly 'begin-anew': boolean;
}

export async function runRestore(path: string, options: RestoreOptions, { env, progress }: Context) {
  const settings = loadSettings(env);
  const side = sidePlace('--to', { url: options.to, files: options['to-files'] });
  const to = { ...side, emailCase: settings.ALGOTHEQUE_EMAIL_CASE };
  const secret = secretOf(settings);
  const deleted = options.deleted === undefined ? null : await deletedUsers(options.deleted);
  const { unsigned, 'begin-anew': anew } = options;
  const watch = { signal: stopSignal(ADVICE_ANEW), progress };
  const data = await restoreBackup({ path, to, secret, unsigned, deleted, anew, ...watch });
  return { text: data.deletions, data };
}

const ID = /^[1-9][0-9]{0,15}$/;

/**
 * The ids in a file of users who were deleted: a line for each, which is the id, or the line `user.deleted` of the log of a server.
 * @returns with each id when the user was deleted last, in milliseconds since the Unix epoch; null where a line does not say it
 * @throws StartError for another line, without repeating it; a system error
 */
export async function deletedUsers(path: string): Promise<DeletedUsers> {
  const dates = new Map<number, number | null>();
  for (const [index, line] of (await readFile(path, 'utf8')).split('\n').entries()) {
    const text = line.trim();
    if (text === '') continue;
    const found = ID.test(text) ? { id: Number(text), date: null } : eventIn(text);
    if (found === null)
      throw new StartError(`${path}, line ${index + 1}: neither an id nor a line "user.deleted" of a log`);
    const { id, date } = found;
    const before = dates.get(id);
    dates.set(id, before === null || date === null ? null : Math.max(before ?? date, date));
  }
  return dates;
}

function eventIn(text: string): { readonly id: number; readonly date: number | null } | null {
  const id = /"action":"user\.deleted"/.test(text) ? /"targetId":([1-9][0-9]{0,15})\b/.exec(text)?.[1] : undefined;
  const date = Date.parse(/"date":"([^"]*)"/.exec(text)?.[1] ?? '');
  return id === undefined ? null : { id: Number(id), date: Number.isNaN(date) ? null : date };
}
