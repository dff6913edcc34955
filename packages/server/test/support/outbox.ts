import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface OutboxMail {
  readonly to: string;
  readonly kind: 'confirm' | 'recover' | 'password_changed';
  readonly token: string | null;
}

/** Reads the mails in an outbox, oldest first. A mail never changes, so each file is read once. */
export function outboxReader(dir: string): () => Promise<OutboxMail[]> {
  const read = new Map<string, Promise<OutboxMail>>();
  return async () => {
    const names = (await readdir(dir)).filter((name) => name.endsWith('.eml')).sort();
    return Promise.all(
      names.map((name) => {
        const mail = read.get(name) ?? readFile(join(dir, name), 'utf8').then(parseMail);
        read.set(name, mail);
        return mail;
      }),
    );
  };
}

/** @param mail as it is in the outbox, or as an SMTP server gets it */
export function parseMail(mail: string): OutboxMail {
  const text = mail.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
  const to = /^To: (?:.*<)?([^\s<>]+@[^\s<>]+?)>?\r$/m.exec(text)?.[1] ?? '';
  const [, kind, token] = /\/(confirm|recover)\/([\w.-]+)/.exec(text) ?? [];
  if (kind === 'confirm' || kind === 'recover') return { to, kind, token: token ?? null };
  return { to, kind: 'password_changed', token: null };
}
