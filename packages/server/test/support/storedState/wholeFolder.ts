import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { outboxReader } from '../outbox.ts';

/** What may be in a data folder that is closed. A killed server leaves its socket, which the next one replaces. */
const KNOWN = /^(accounts\.sock|algos|outbox|algotheque\.db(-wal|-shm)?|lock\.db(-journal)?|reserve|secret)$/;
const KNOWN_IN_ALGOS = /^(staging|lock\.db|owner-id)$/;

/**
 * Throws when a closed data folder has an algorithm without its file, perhaps in the bin, a file without its algorithm, a user without the mail that was
 * promised, or work that nobody will finish.
 */
export async function expectNothingLeft(dir: string): Promise<void> {
  const db = new DatabaseSync(join(dir, 'algotheque.db'), { readOnly: true });
  const found: string[] = [];
  try {
    const all = (sql: string) => db.prepare(sql).all() as Record<string, string | number | null>[]; // columns of these types only
    if (all('PRAGMA quick_check')[0]?.['quick_check'] !== 'ok') found.push('the database is damaged');
    for (const { id } of all('SELECT algoId AS id FROM unwritten'))
      found.push(`the file of algorithm ${id} is not written`);
    for (const { ref } of all(`SELECT ref FROM contents WHERE ref NOT IN (
        SELECT ref FROM algos UNION SELECT ref FROM bin UNION SELECT ref FROM history)`))
      found.push(`content ${ref} is named by nothing`);
    for (const { id } of all('SELECT id FROM algos WHERE ownerId NOT IN (SELECT id FROM users WHERE deleted = 0)'))
      found.push(`algorithm ${id} has no owner`);
    for (const { digest } of all(
      'SELECT digest FROM tokens WHERE userId NOT IN (SELECT id FROM users WHERE deleted = 0)',
    ))
      found.push(`session ${digest} has no user`);
    for (const { id } of all('SELECT id FROM users WHERE deleted <> 0 AND id NOT IN (SELECT userId FROM deletions)'))
      found.push(`user ${id} stays deleted by half`);
    const records = all('SELECT id FROM algos UNION ALL SELECT id FROM bin').map(({ id }) => `${id}.json`);
    found.push(...(await filesLeft(dir, records)));
    const users = all('SELECT adresseMail, isVerified, due, credentialsVersion FROM users WHERE deleted = 0');
    found.push(...(await mailsMissing(dir, users)));
  } finally {
    db.close();
  }
  if (found.length > 0) throw new Error(`Left over or missing: ${found.join('; ')}`);
}

async function filesLeft(dir: string, records: readonly string[]): Promise<string[]> {
  const names = await readdir(join(dir, 'algos'));
  const found = names
    .filter((name) => !KNOWN_IN_ALGOS.test(name) && !records.includes(name))
    .map((name) => `algos/${name}`);
  found.push(...records.filter((name) => !names.includes(name)).map((name) => `algos/${name} is absent`));
  found.push(...(await readdir(join(dir, 'algos/staging'))).map((name) => `algos/staging/${name}`));
  found.push(...(await readdir(dir)).filter((name) => !KNOWN.test(name)));
  return found;
}

/** The mails about a new password. */
const NOTICES = ['password_changed', 'account_recovered'];

async function mailsMissing(dir: string, users: readonly Record<string, string | number | null>[]): Promise<string[]> {
  const mails = await outboxReader(join(dir, 'outbox'))();
  const found: string[] = [];
  for (const mail of mails) if (mail.to === '') found.push('a mail without a recipient');
  const has = (to: unknown, kind: string): boolean => mails.some((mail) => mail.to === to && mail.kind === kind);
  for (const { adresseMail, isVerified, due, credentialsVersion } of users) {
    const isDue = (kind: string): boolean => String(due).includes(`"kind":"${kind}"`);
    if (!isDue('confirmation') && isVerified === 0 && !has(adresseMail, 'confirm'))
      found.push(`${adresseMail} has no confirmation mail`);
    if (!isDue('notice') && Number(credentialsVersion) > 1 && !NOTICES.some((kind) => has(adresseMail, kind)))
      found.push(`${adresseMail} has no mail about the new password`);
  }
  return found;
}
