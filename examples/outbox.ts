import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The token in the link of the newest mail in the outbox that has one of this kind. */
export async function lastToken(outbox: string, kind: 'confirm' | 'recover' | 'email' | 'invitation'): Promise<string> {
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).sort();
  for (const name of names.reverse()) {
    const token = tokenIn(await readFile(join(outbox, name), 'utf8'), kind);
    if (token !== undefined) return token;
  }
  throw new Error(`No ${kind} mail in ${outbox}`);
}

/**
 * Mails are quoted-printable: long lines are folded with `=` at their end, and `=` itself is `=3D`. The link that refuses invitations is
 * another one.
 */
function tokenIn(mail: string, kind: string): string | undefined {
  const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  return new RegExp(`/${kind}/(?!refuse/)([\\w.-]+)`).exec(text)?.[1];
}
