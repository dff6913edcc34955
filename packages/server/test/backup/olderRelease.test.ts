import { hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { manifestText, parseManifest } from '../../src/backup/form/manifest.ts';
import { sqliteIn } from '../migrate/support/places.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';
import { snapshotOf } from '../migrate/support/snapshot.ts';
import { scratchFolder } from '../support/scratch.ts';
import { backUp, flawOf, restored, SECRET } from './support/backup.ts';

type Row = Readonly<Record<string, unknown>>;

/** What the rows of a kind become in the form of an older release. */
const OLDER: Readonly<Record<'user' | 'session', (row: Row) => Row>> = {
  session: ({ client: _client, address: _address, ...row }) => row,
  user: ({ isDisabled: _isDisabled, due: _due, emailChange: _change, ...row }) => ({ ...row, confirmationDue: null }),
};

it.each(['user', 'session'] as const)(
  'a backup of an older release, whose %s rows lack fields, is restored',
  async (kind) => {
    const { home, path, scratch } = await sampleBackup();
    await rewriteRows(path, kind, OLDER[kind]);
    expect(await flawOf(path)).toBeNull();
    expect(await restored(path, scratch)).toEqual(await snapshotOf(home));
  },
);

it('what was due in the form of an older release is due after the restore', async () => {
  const { path, scratch } = await sampleBackup();
  const former = { adresseMail: 'former@example.org', isVerified: true, version: 1_000, date: 4 };
  await rewriteRows(path, 'user', ({ due: _due, ...row }) => ({
    ...row,
    isVerified: false,
    credentialsVersion: 3,
    confirmationDue: { date: 1, locale: 'fr' },
    noticeDue: { date: 3, locale: 'en' },
    withdrawalDue: { date: 2 },
    emailChange: {
      version: 1_000,
      pending: null,
      former: [{ ...former, adresseMail: `${String(row['id'])}-${former.adresseMail}`, mailDue: 'fr' }],
    },
  }));
  expect(await flawOf(path)).toBeNull();
  const { user: users = [] } = await restored(path, scratch);
  expect(users.length).toBeGreaterThan(0);
  for (const user of users as readonly Row[]) {
    const adresseMail = `${String(user['id'])}-${former.adresseMail}`;
    expect(user).toMatchObject({
      due: [
        { kind: 'confirmation', version: 3, date: 1, locale: 'fr', adresseMail: null },
        { kind: 'withdrawal', version: 3, date: 2, locale: 'en', adresseMail: null },
        { kind: 'notice', version: 3, date: 3, locale: 'en', adresseMail: null },
        { kind: 'changed', version: 1_000, date: 4, locale: 'fr', adresseMail },
      ],
      emailChange: { version: 1_000, pending: null, former: [{ ...former, adresseMail }] },
    });
  }
});

async function sampleBackup() {
  const scratch = await scratchFolder();
  await sampleStore(join(scratch, 'data'));
  forgetOrigins(join(scratch, 'data', 'algotheque.db'));
  const home = sqliteIn(join(scratch, 'data'));
  const path = join(scratch, 'backup');
  await backUp(home, path);
  return { home, path, scratch };
}

/** Replaces the rows of a kind, and what the manifest says of them. */
async function rewriteRows(path: string, kind: 'user' | 'session', change: (row: Row) => Row): Promise<void> {
  const rows = join(path, 'rows', `${kind}.jsonl`);
  const lines = (await readFile(rows, 'utf8')).trimEnd().split('\n');
  const older = lines.map((line) => `${JSON.stringify(change(JSON.parse(line)))}\n`).join('');
  await writeFile(rows, older);
  const manifest = parseManifest(await readFile(join(path, 'manifest.json'), 'utf8'));
  const part = { ...manifest.rows[kind], bytes: Buffer.byteLength(older), sha256: hash('sha256', older) };
  await writeFile(
    join(path, 'manifest.json'),
    manifestText({ ...manifest, rows: { ...manifest.rows, [kind]: part } }, SECRET),
  );
}

/** Sessions and users get the values that those of an older release had in effect. */
function forgetOrigins(path: string): void {
  const db = new DatabaseSync(path);
  db.exec("UPDATE tokens SET client = NULL, address = NULL; UPDATE users SET due = '[]'");
  db.close();
}
