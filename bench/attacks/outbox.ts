import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The token of a recovery mail to this e-mail, or null if there is none. */
export async function recoveryToken(dir: string, email: string): Promise<string | null> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.eml'));
  for (const name of names.sort().reverse()) {
    const mail = (await readFile(join(dir, name), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const token = /\/recover\/([\w.-]+)/.exec(mail)?.[1];
    if (token !== undefined && new RegExp(`^To: .*${email}`, 'm').test(mail)) return token;
  }
  return null;
}
