import { hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { manifestText, parseManifest } from '../../src/backup/form/manifest.ts';
import { sqliteIn } from '../migrate/support/places.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';
import { snapshotOf } from '../migrate/support/snapshot.ts';
import { scratchFolder } from '../support/scratch.ts';
import { backUp, flawOf, restored } from './support/backup.ts';

/** Fields that were added after the first backups were made. */
const ADDED = /"isDisabled":false,/g;

it('a backup of an older release, whose rows lack a field, is restored', async () => {
  const scratch = await scratchFolder();
  await sampleStore(join(scratch, 'data'));
  const home = sqliteIn(join(scratch, 'data'));
  const path = join(scratch, 'backup');
  await backUp(home, path);

  const users = join(path, 'rows', 'user.jsonl');
  const text = await readFile(users, 'utf8');
  const older = text.replace(ADDED, '');
  expect(older.length).toBeLessThan(text.length);
  await writeFile(users, older);
  const manifest = parseManifest(await readFile(join(path, 'manifest.json'), 'utf8'));
  const user = { ...manifest.rows.user, bytes: Buffer.byteLength(older), sha256: hash('sha256', older) };
  await writeFile(join(path, 'manifest.json'), manifestText({ ...manifest, rows: { ...manifest.rows, user } }));

  expect(await flawOf(path)).toBeNull();
  expect(await restored(path, scratch)).toEqual(await snapshotOf(home));
});
