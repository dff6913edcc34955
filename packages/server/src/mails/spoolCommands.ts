import { existsSync } from 'node:fs';
import {
  dropFailedMails,
  dropMail,
  listMails,
  MailNotChangedError,
  NotAMailError,
  retryMail,
} from '@algotheque/adapters-mail';
import type { Env } from '../settings/setting.ts';
import { asStartError, StartError } from '../startError.ts';
import { mailServerOf } from './mailServer.ts';
import { mailsTable } from './mailsTable.ts';

/** Runs work on the spool of the settings. @throws StartError without a mail server or spool, and for what the spool refuses */
async function onSpool<Result>(env: Env, work: (dir: string) => Promise<Result>): Promise<Result> {
  const { dir } = await mailServerOf(env);
  if (!existsSync(dir)) throw new StartError(`There is no spool at ${dir}: no server has run with these settings`);
  try {
    return await work(dir);
  } catch (error) {
    const isRefusal = error instanceof MailNotChangedError || error instanceof NotAMailError;
    throw isRefusal ? new StartError(error.message, { cause: error }) : asStartError(error);
  }
}

export const list = (env: Env) =>
  onSpool(env, async (dir) => {
    const mails = await listMails(dir);
    return { text: mailsTable(mails, Date.now()), data: { mails } };
  });

export const retry = (name: string, env: Env) =>
  onSpool(env, async (dir) => {
    const renamed = await retryMail(dir, name, Date.now());
    return { text: `The mail waits, and is due. Its name is ${renamed}`, data: { name: renamed } };
  });

export const drop = (name: string, env: Env) =>
  onSpool(env, async (dir) => {
    await dropMail(dir, name);
    return { text: 'The mail was removed', data: { dropped: 1 } };
  });

export const dropAllFailed = (env: Env) =>
  onSpool(env, async (dir) => {
    const dropped = await dropFailedMails(dir);
    return { text: `Mails that were removed: ${dropped}`, data: { dropped } };
  });
