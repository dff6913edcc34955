import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer, MailRecipient } from '@algotheque/domain';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { type FolderMail, type MailFolderOptions, openMailFolder } from '../src/index.ts';

export { scratchFolder };

export const NOW = Date.UTC(2026, 10, 21, 12, 28, 45, 123);

/** What decides how the mails look. */
export const FORM = {
  from: 'algotheque@example.org',
  publicUrl: 'https://algo.example.org',
  usersUrl: 'https://algo.example.org/api/users',
};

export const INVITATION = {
  kind: 'share_invitation',
  token: 'a-token',
  sharer: 'Grace',
  sharerMail: 'grace@example.org',
  isSharerConfirmed: true,
  algo: 'Euclid',
} as const;

export interface ScratchOutbox {
  readonly mailer: Mailer;
  readonly dir: string;
  /** The mails that `onMail` got. */
  readonly told: FolderMail[];
}

/** An outbox in a new folder. */
export async function scratchOutbox(options: Partial<MailFolderOptions> = {}): Promise<ScratchOutbox> {
  const dir = options.dir ?? join(scratchFolder(), 'outbox');
  const told: FolderMail[] = [];
  const mailer = await openMailFolder({ dir, ...FORM, now: () => NOW, onMail: (mail) => told.push(mail), ...options });
  return { mailer, dir, told };
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
