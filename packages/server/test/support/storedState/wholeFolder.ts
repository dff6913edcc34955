import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { outboxReader } from '../outbox.ts';

/** What may be in a data folder that is closed. A killed server leaves its socket, which the next one replaces. */
const KNOWN = /^(accounts\.sock|algos|outbox|algotheque\.db(-wal|-shm)?|lock\.db(-journal)?|reserve|secret)$/;
const KNOWN_IN_ALGOS = /^(staging|bin|versions|lock\.db|owner-id)$/;

/**
 * Throws when a closed data folder has an algorithm without its file, perhaps in the bin, a file without its algorithm, a user without the
 * mail that was promised, or work that nobody will finish.
 */
export async function expectNothingLeft(dir: string): Promise<void> {
  const db = new DatabaseSync(join(dir, 'algotheque.db'), { readOnly: true });
  const found: string[] = [];
  try {
    const all = (sql: string) => db.prepare(sql).all() as Record<string, string | number | null>[]; // columns of these types only
    if (all('PRAGMA quick_check')[0]?.['quick_check'] !== 'ok') found.push('the database is damaged');
    for (const { id } of all('SELECT id FROM algos WHERE ownerId NOT IN (SELECT id FROM users WHERE deleted = 0)'))
      found.push(`algorithm ${id} has no owner`);
    for (const { digest } of all(
      'SELECT digest FROM tokens WHERE userId NOT IN (SELECT id FROM users WHERE deleted = 0)',
    ))
      found.push(`session ${digest} has no user`);
    for (const { id } of all('SELECT id FROM users WHERE deleted <> 0 AND id NOT IN (SELECT userId FROM deletions)'))
      found.push(`user ${id} stays deleted by half`);
    const names = [
      ...all('SELECT id FROM algos').map(({ id }) => `${id}.json`),
      ...all('SELECT id FROM bin').map(({ id }) => `bin/${id}.json`),
      ...all('SELECT algoId, ref FROM history').map(({ algoId, ref }) => `versions/${algoId}-${ref}.json`),
    ];
    found.push(...(await filesLeft(dir, names)));
    const users = all('SELECT adresseMail, isVerified, due, credentialsVersion FROM users WHERE deleted = 0');
    found.push(...(await mailsMissing(dir, users)));
  } finally {
    db.close();
  }
  if (found.length > 0) throw new Error(`Left over or missing: ${found.join('; ')}`);
}

async function filesLeft(dir: string, wanted: readonly string[]): Promise<string[]> {
  const names = await readdir(join(dir, 'algos'), { recursive: true });
  const found = names
    .filter((name) => !KNOWN_IN_ALGOS.test(name) && !wanted.includes(name))
    .map((name) => `algos/${name}`);
  found.push(...wanted.filter((name) => !names.includes(name)).map((name) => `algos/${name} is absent`));
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
