import { cp, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PortableKind } from '@algotheque/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder, sharedFolder } from '../../../../test/support/scratchFolder.ts';
import { runIn } from '../cli/runIn.ts';
import { codesOf, edit, examined } from '../doctor/support/examined.ts';
import { sqliteIn } from '../migrate/support/places.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';
import { snapshotOf } from '../migrate/support/snapshot.ts';
import { backUp, flawOf, noting, refusal, restoreTo, SECRET } from './support/backup.ts';
import { factsOf, forge, forgeFacts, linesOf, writeLines } from './support/forged.ts';

const whole = sharedFolder();

beforeAll(async () => {
  await sampleStore(join(whole, 'data'));
  await backUp(sqliteIn(join(whole, 'data')), join(whole, 'backup'));
});

async function copied(): Promise<string> {
  const path = join(scratchFolder(), 'backup');
  await cp(join(whole, 'backup'), path);
  return path;
}

type Row = Record<string, unknown>;
const each = (values: Row) => (rows: Row[]) => rows.map((row, index) => (index === 0 ? { ...row, ...values } : row));

const FORGED: readonly (readonly [what: string, kind: PortableKind, change: (rows: Row[]) => Row[], flaw: string])[] = [
  ['the owner of an algorithm is not there', 'algo', each({ ownerId: 99 }), 'algo-without-owner: algorithm 1'],
  [
    'an algorithm is shared with nobody',
    'algo',
    each({ permsAlgorithme: [{ idUtilisateur: 99, droits: 'Read', date: 1 }] }),
    'grant-without-user: algorithm 1; User 99 has the right Read',
  ],
  ['an algorithm has another size', 'algo', each({ contentBytes: 7 }), 'content-size: algorithm 1'],
  ['an id is a fraction', 'algo', each({ id: 1.5 }), 'record-damaged: algo, 1.5, id'],
  ['an id is negative', 'algo', each({ id: -1 }), 'record-damaged: algo, -1, id'],
  ['the id of a user is a fraction', 'user', each({ id: 1.5 }), 'record-damaged: user, 1.5, id'],
  ['a field is of another type', 'user', each({ pseudo: 7 }), 'record-damaged: user, 1, pseudo'],
  [
    'a right has no date',
    'algo',
    each({ permsAlgorithme: [{ idUtilisateur: 2, droits: 'Read' }] }),
    'record-damaged: algo, 1, permsAlgorithme',
  ],
  [
    'a field is missing',
    'folder',
    (rows) => rows.map(({ lastId: _last, ...row }) => row),
    'record-damaged: folder, 1, lastId',
  ],
  ['the digest of a refusal is none', 'remembered', each({ key: '0123' }), 'record-damaged: remembered, 0123, key'],
  ['the end of a refusal is no number', 'remembered', each({ until: 'later' }), ', until'],
  ['a session is for nobody', 'session', each({ userId: 99 }), 'session-without-user: session'],
  ['a session is of a later password', 'session', each({ credentialsVersion: 99 }), 'session-ahead: session'],
  ['the owner of folders is not there', 'folder', each({ ownerId: 99 }), 'folder-without-owner: folders of user 99'],
  [
    'a folder lies in one that is not there',
    'folder',
    each({ folders: [{ id: 1, nom: 'Tris', parentId: 99 }] }),
    'record-damaged: folder, 1, folders',
  ],
  [
    'two users have one address',
    'user',
    (rows) => rows.map((row) => ({ ...row, adresseMail: 'ada@example.org' })),
    'email-twice: users 1 and 2',
  ],
  ['a user is hidden', 'user', each({ deleted: true }), 'user-hidden: user 1'],
  [
    'ids would be given again',
    'lastId',
    (rows) => rows.map((row) => ({ ...row, id: 0 })),
    'counter-behind: ids of kind user',
  ],
];

describe('a backup whose rows somebody has changed, and whose digests fit', () => {
  it.each(FORGED)('is refused: %s', async (_what, kind, change, flaw) => {
    const path = await copied();
    await forge(path, { kind, change, secret: SECRET });
    expect(await flawOf(path)).toContain(flaw);
    const target = join(scratchFolder(), 'target');
    expect(await refusal(() => restoreTo(path, sqliteIn(target)))).toContain(flaw);
    expect(await readdir(dirname(target)), 'the target was not touched').toEqual([]);
  });

  it.each([
    ['a mark is no boolean', { isVerified: 'x' }, 'table users: a row has a value that no release writes'],
    ['a field is one that no release writes', { extra: 7 }, 'user 1 has another record in the target'],
  ])('is refused by the store that is filled: %s', async (_what, changes, flaw) => {
    const path = await copied();
    await forge(path, { kind: 'user', change: each(changes), secret: SECRET });
    expect(await refusal(() => restoreTo(path, sqliteIn(join(dirname(path), 'target'))))).toContain(flaw);
  });

  it('is refused with all findings in the line of JSON, too', async () => {
    const path = await copied();
    await forge(path, { kind: 'algo', change: each({ contentBytes: 7, ownerId: 99 }), secret: SECRET });
    const refused = await runIn(['backup', 'verify', path, '--json'], {
      env: { ALGOTHEQUE_DATA_DIR: join(dirname(path), 'data') },
    });
    expect(refused.code).toBe(1);
    const { error } = JSON.parse(refused.stdout) as { readonly error: string };
    for (const finding of ['content-size: algorithm 1', 'algo-without-owner: algorithm 1'])
      expect(error).toContain(finding);
  });

  it('is refused, and its texts cannot change what a terminal shows', async () => {
    const path = await copied();
    await forge(path, { kind: 'session', change: each({ digest: '\u001b[2J', userId: 99 }), secret: SECRET });
    expect(await flawOf(path)).toContain('session-without-user: session \\u001b[2J');
    const named = await copied();
    await forgeFacts(named, { leftOut: { count: 1, named: ['\u001b[2Jalgorithm 1'] } }, SECRET);
    const { progress, lines } = noting();
    await restoreTo(named, sqliteIn(join(scratchFolder(), 'target')), { progress });
    expect(lines.join('\n')).toContain('  \\u001b[2Jalgorithm 1');
    expect(lines.join('\n')).not.toContain('\u001b');
  });
});

it('what is wrong in the store is in the backup, is named by it, and is no reason to refuse it', async () => {
  const scratch = scratchFolder();
  const data = join(scratch, 'data');
  await sampleStore(data);
  edit(data, `UPDATE algos SET ownerId = 99 WHERE id = 1`);
  const codes = codesOf(await examined(data));
  expect(codes).toContain('algo-without-owner');
  const lines = await backUp(sqliteIn(data), join(scratch, 'backup'));
  expect(lines.join('\n')).toContain('Wrong in the store, and so in the backup');
  expect((await factsOf(join(scratch, 'backup'))).findings).toContain('algo-without-owner: algorithm 1');
  expect(await flawOf(join(scratch, 'backup'))).toBeNull();
  await restoreTo(join(scratch, 'backup'), sqliteIn(join(scratch, 'target')));
  expect(await snapshotOf(sqliteIn(join(scratch, 'target')))).toEqual(await snapshotOf(sqliteIn(data)));
});

describe('the signature of a backup', () => {
  const OTHER = Buffer.from('the secret of another service, of 32 bytes');
  const target = async () => sqliteIn(join(scratchFolder(), 'target'));
  const sessions = async (place: ReturnType<typeof sqliteIn>) => (await snapshotOf(place))['session'];

  it.each([
    ['of another secret', OTHER],
    ['that is missing', null],
  ])('%s is refused where the secret is known', async (_what, secret) => {
    const path = await copied();
    await writeLines(path, await linesOf(path), secret);
    expect(await refusal(async () => restoreTo(path, await target()))).toContain('is not signed with the secret');
  });

  it('that is wrong or not compared leaves access tokens out, and all else is restored', async () => {
    const all = await snapshotOf(sqliteIn(join(whole, 'data')));
    for (const how of [{ secret: OTHER, unsigned: true }, { secret: null }]) {
      const place = await target();
      const { progress, lines } = noting();
      await restoreTo(await copied(), place, { ...how, progress });
      expect(lines.join('\n')).toContain('access tokens are left out');
      const got = await snapshotOf(place);
      expect({ ...got, session: all['session'] }).toEqual(all);
      expect(await sessions(place)).toEqual([]);
    }
  });

  it('is compared by `backup verify` with the secret of the settings', async () => {
    const path = await copied();
    const verify = (secret: Uint8Array) =>
      runIn(['backup', 'verify', path], { env: { ALGOTHEQUE_SECRET: secret.toString() } });
    expect(await verify(SECRET)).toMatchObject({ code: 0, stdout: expect.stringContaining('It is signed with the') });
    expect(await verify(OTHER)).toMatchObject({ code: 1, stdout: expect.stringContaining('It is NOT signed') });
  });

  it('that is right keeps them', async () => {
    const place = await target();
    await restoreTo(await copied(), place);
    expect(await sessions(place)).not.toEqual([]);
  });
});
