import { hash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { PortableKind } from '@algotheque/domain';
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

it('folders of an older release, each in a row of its own, are restored as the tree of their owner', async () => {
  const { home, path, scratch } = await sampleBackup();
  const former = [
    { id: 4, nom: 'Tris', ownerId: 1, parentId: null },
    { id: 5, nom: 'of another user', ownerId: 2, parentId: 4 },
    { id: 7, nom: 'Rapides', ownerId: 1, parentId: 4 },
    { id: 9, nom: 'in a folder that is not there', ownerId: 1, parentId: 8 },
  ];
  const isOld = { version: 1 } as const;
  await replaceRows(path, 'folder', { rows: () => former, manifest: isOld });
  await replaceRows(path, 'lastId', { rows: (rows) => [...rows, { of: 'folder', id: 9 }], manifest: isOld });
  expect(await flawOf(path)).toBeNull();
  const [top, inner] = former.map(({ ownerId: _owner, ...folder }) => folder);
  const own = [
    top,
    { id: 7, nom: 'Rapides', parentId: 4 },
    { id: 9, nom: 'in a folder that is not there', parentId: null },
  ];
  expect(await restored(path, scratch)).toEqual({
    ...(await snapshotOf(home)),
    folder: [
      { ownerId: 1, version: 1, lastId: 9, folders: own },
      { ownerId: 2, version: 1, lastId: 5, folders: [{ ...inner, parentId: null }] },
    ],
  });
});

it('a backup of a release without a history is restored', async () => {
  const { home, path, scratch } = await sampleBackup();
  await rm(join(path, 'rows', 'former.jsonl'));
  const { rows, ...facts } = parseManifest(await readFile(join(path, 'manifest.json'), 'utf8'));
  const { former: _, ...others } = rows;
  const older = manifestText({ ...facts, rows: others }, SECRET);
  await writeFile(join(path, 'manifest.json'), older);
  expect(await flawOf(path)).toBeNull();
  const { former = [] } = await snapshotOf(home);
  expect(former.length).toBeGreaterThan(0);
  expect(await restored(path, scratch)).toEqual({ ...(await snapshotOf(home)), former: [] });
});

it('a damaged folder of an older release is named', async () => {
  const { path } = await sampleBackup();
  const rows = () => [{ id: 4, nom: 7, ownerId: 1, parentId: null }];
  await replaceRows(path, 'folder', { rows, manifest: { version: 1 } });
  expect(await flawOf(path)).toContain('record-damaged: rows/folder.jsonl, 4');
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

const rewriteRows = (path: string, kind: PortableKind, change: (row: Row) => Row): Promise<void> =>
  replaceRows(path, kind, { rows: (rows) => rows.map(change) });

interface Replaced {
  readonly rows: (rows: readonly Row[]) => readonly Row[];
  /** What the manifest has besides. */
  readonly manifest?: object;
}

/** Replaces the rows of a kind, and what the manifest says of them. */
async function replaceRows(
  path: string,
  kind: PortableKind,
  { rows: change, manifest: more }: Replaced,
): Promise<void> {
  const rows = join(path, 'rows', `${kind}.jsonl`);
  const lines = (await readFile(rows, 'utf8')).trimEnd().split('\n');
  const older = change(lines.map((line) => JSON.parse(line)));
  const text = older.map((row) => `${JSON.stringify(row)}\n`).join('');
  await writeFile(rows, text);
  const manifest = parseManifest(await readFile(join(path, 'manifest.json'), 'utf8'));
  const part = { count: older.length, bytes: Buffer.byteLength(text), sha256: hash('sha256', text) };
  const facts = { ...manifest, ...more, rows: { ...manifest.rows, [kind]: part } };
  await writeFile(join(path, 'manifest.json'), manifestText(facts, SECRET));
}

/** Sessions and users get the values that those of an older release had in effect. */
function forgetOrigins(path: string): void {
  const db = new DatabaseSync(path);
  db.exec("UPDATE tokens SET client = NULL, address = NULL; UPDATE users SET due = '[]'");
  db.close();
}
