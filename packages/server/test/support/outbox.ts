import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail } from '@algotheque/domain';

export interface OutboxMail {
  readonly to: string;
  readonly kind: Mail['kind'];
  readonly token: string | null;
}

/** The files of the mails in an outbox, oldest first. */
export const mailFiles = async (dir: string): Promise<string[]> =>
  (await readdir(dir))
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => join(dir, name));

const unbroken = (mail: string): string => mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');

/** The text of a mail, without the breaks of its encoding. */
export const mailText = async (file: string): Promise<string> => unbroken(await readFile(file, 'utf8'));

/** Reads the mails in an outbox, oldest first. A mail never changes, so each file is read once. */
export function outboxReader(dir: string): () => Promise<OutboxMail[]> {
  const read = new Map<string, Promise<OutboxMail>>();
  return async () => {
    const files = await mailFiles(dir);
    return Promise.all(
      files.map((file) => {
        const mail = read.get(file) ?? readFile(file, 'utf8').then(parseMail);
        read.set(file, mail);
        return mail;
      }),
    );
  };
}

/** @param mail as it is in the outbox, or as an SMTP server gets it */
export function parseMail(mail: string): OutboxMail {
  const text = unbroken(mail);
  const to = /^To: (?:.*<)?([^\s<>]+@[^\s<>]+?)>?\r$/m.exec(text)?.[1] ?? '';
  const [, path = '', token = null] =
    /\/(confirm|recover|email\/back|email|invitation)\/(?!refuse\/)([\w.-]+)/.exec(text) ?? [];
  const [, kind = KINDS[path]] = SUBJECTS.find(([subject]) => text.includes(`\r\nSubject: ${subject}`)) ?? [];
  if (kind === undefined) throw new Error(`A mail of no known kind: ${text}`);
  return { to, kind, token };
}

/** How the subjects begin of mails whose link does not tell their kind. */
const SUBJECTS: readonly (readonly [subject: string, kind: Mail['kind']])[] = [
  ['Your password', 'password_changed'],
  ['Your account has a new password', 'account_recovered'],
  ['This address does not belong', 'email_displaced'],
  ['=?UTF-8?Q?Cette_adresse_n', 'email_displaced'],
  ['Somebody tried to use your former', 'email_reserved'],
  ['Somebody tried', 'email_taken'],
  ['Test of the mails', 'test'],
  ['Essai des messages', 'test'],
  ['Somebody shares', 'algo_shared'],
  ['=?UTF-8?Q?Un_algorithme_est_partag', 'algo_shared'],
  ['Somebody wants to share', 'share_invitation'],
  ['=?UTF-8?Q?Quelqu=E2=80=99un_veut', 'share_invitation'],
  ['You have your e-mail address back', 'email_taken_back'],
];

const KINDS: Readonly<Record<string, Mail['kind']>> = {
  confirm: 'confirm',
  recover: 'recover',
  email: 'change_email',
  'email/back': 'email_changed',
};
