import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MailRecipient } from '@algotheque/domain';
import { onTestFinished } from 'vitest';
import { type MailSpool, type MailSpoolOptions, openMailSpool, type SpooledMail } from '../src/index.ts';

export const NOW = Date.UTC(2026, 10, 21, 12, 28, 45, 123);

/** A new folder, removed after the test. */
export async function scratchFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'adapters-mail-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

export interface ScratchSpool {
  readonly spool: MailSpool;
  readonly dir: string;
  /** The mails that `onSpooled` got. */
  readonly spooled: SpooledMail[];
}

/** A spool in a new folder. */
export async function scratchSpool(options: Partial<MailSpoolOptions> = {}): Promise<ScratchSpool> {
  const dir = options.dir ?? join(await scratchFolder(), 'outbox');
  const spooled: SpooledMail[] = [];
  const spool = await openMailSpool({
    dir,
    from: 'algotheque@example.org',
    publicUrl: 'https://algo.example.org',
    usersUrl: 'https://algo.example.org/api/users',
    now: () => NOW,
    onSpooled: (mail) => spooled.push(mail),
    ...options,
  });
  return { spool, dir, spooled };
}

export function recipient(fields: Partial<MailRecipient> = {}): MailRecipient {
  return { id: 1, adresseMail: 'ada@example.org', pseudo: 'Ada', locale: 'en', ...fields };
}

/** Names of the mails in a folder, in their order. */
export async function mailsIn(dir: string): Promise<string[]> {
  return (await readdir(dir)).filter((name) => name.endsWith('.eml')).sort();
}

/** The only mail in a folder, as bytes. */
export async function onlyMail(dir: string): Promise<Buffer> {
  const [name = 'none', ...others] = await mailsIn(dir);
  if (others.length > 0) throw new Error('there are several mails');
  return readFile(join(dir, name));
}
