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

/** Fields that were added after the first backups were made. */
const ADDED = { user: /"(?:isDisabled":false|withdrawalDue":null),/g, session: /"(?:address|client)":null,/g };

it.each(['user', 'session'] as const)(
  'a backup of an older release, whose %s rows lack a field, is restored',
  async (kind) => {
    const scratch = await scratchFolder();
    await sampleStore(join(scratch, 'data'));
    forgetOrigins(join(scratch, 'data', 'algotheque.db'));
    const home = sqliteIn(join(scratch, 'data'));
    const path = join(scratch, 'backup');
    await backUp(home, path);

    const rows = join(path, 'rows', `${kind}.jsonl`);
    const text = await readFile(rows, 'utf8');
    const older = text.replace(ADDED[kind], '');
    expect(older.length).toBeLessThan(text.length);
    await writeFile(rows, older);
    const manifest = parseManifest(await readFile(join(path, 'manifest.json'), 'utf8'));
    const part = { ...manifest.rows[kind], bytes: Buffer.byteLength(older), sha256: hash('sha256', older) };
    await writeFile(
      join(path, 'manifest.json'),
      manifestText({ ...manifest, rows: { ...manifest.rows, [kind]: part } }, SECRET),
    );

    expect(await flawOf(path)).toBeNull();
    expect(await restored(path, scratch)).toEqual(await snapshotOf(home));
  },
);

/** The sessions get the values that sessions of an older release had in effect. */
function forgetOrigins(path: string): void {
  const db = new DatabaseSync(path);
  db.exec('UPDATE tokens SET client = NULL, address = NULL');
  db.close();
}
