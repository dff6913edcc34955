import { ImportRefusedError, KeyTakenError } from '@algotheque/domain';
import { equal, ok, present, rejects } from '../assert.ts';
import { newUser } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { exportAll, importAll, KINDS, type PortableStoreFixture, sampleRows } from './portableRows.ts';

const SOURCE = 'sqlite:/var/lib/caf\u00e9 "x"/db';

export function addImportTests(test: AddTest<PortableStoreFixture>): void {
  test('begins an import, and resumes the same one', async ({ port }) => {
    equal(await port.beginImport(SOURCE), 'begun');
    equal(await port.beginImport(SOURCE), 'resumed');
    await importAll(port, sampleRows());
    equal(await port.beginImport(SOURCE), 'resumed', 'with rows');
  });

  test('refuses another import while one is under way', async ({ port }) => {
    await port.beginImport(SOURCE);
    await rejects(() => port.beginImport('mongodb://elsewhere'), ImportRefusedError, 'before the first row');
    await importAll(port, sampleRows());
    await rejects(() => port.beginImport(''), ImportRefusedError, 'with rows');
    equal(await exportAll(port), sampleRows(), 'what is there');
  });

  test('refuses an import into a store that is in use', async ({ port, repositories }) => {
    const { users } = await repositories();
    const user = await users.insert(newUser());
    await rejects(() => port.beginImport(SOURCE), ImportRefusedError);
    equal(await users.findById(user.id), user);
  });

  test('refuses an import that has ended', async ({ port }) => {
    await port.beginImport(SOURCE);
    await importAll(port, sampleRows());
    await port.endImport();
    await rejects(() => port.beginImport(SOURCE), ImportRefusedError);
    equal(await exportAll(port), sampleRows(), 'what is there');
  });

  for (const kind of KINDS.filter((each) => each !== 'lastId')) {
    test(`refuses an import into a store with rows of ${kind} only`, async ({ port }) => {
      await port.beginImport(SOURCE);
      await importAll(port, { ...NOTHING, [kind]: sampleRows()[kind] });
      await port.endImport();
      await rejects(() => port.beginImport('another'), ImportRefusedError);
    });
  }

  test('refuses every other use until the import has ended', async ({ port, repositories }) => {
    await port.beginImport(SOURCE);
    await rejects(repositories, Error, 'before the first row');
    await importAll(port, sampleRows());
    await rejects(repositories, Error, 'with all rows');
    await port.endImport();
    await repositories();
  });

  test('replaces existing rows, repeatably', async ({ port }) => {
    const rows = sampleRows();
    await port.beginImport(SOURCE);
    await importAll(port, rows);
    await importAll(port, rows);
    equal(await exportAll(port), rows, 'the second time');
    const [first, ...others] = rows.user;
    const changed = { ...present(first), pseudo: 'changed', urlPfp: null, due: [], deleted: false };
    await port.importRows('user', [changed]);
    await port.importRows('algo', []);
    equal(await exportAll(port), { ...rows, user: [changed, ...others] });
  });

  test('continues after a restart', { needs: 'reopen' }, async (fixture) => {
    const rows = sampleRows();
    await fixture.port.beginImport(SOURCE);
    await fixture.port.importRows('user', rows.user.slice(0, 3));
    const port = await fixture.reopen();
    await rejects(fixture.repositories, Error, 'opening it for use');
    await rejects(() => port.beginImport('another'), ImportRefusedError);
    equal(await port.beginImport(SOURCE), 'resumed');
    await importAll(port, rows);
    await port.endImport();
    equal(await exportAll(port), rows);
    ok((await (await fixture.repositories()).users.findById(4)) !== null, 'the store does not serve');
  });

  test('refuses a user whose e-mail belongs to another user', async ({ port }) => {
    const rows = sampleRows();
    await port.beginImport('sample');
    await importAll(port, rows);
    const user = present(rows.user[0]);
    const moved = { ...user, id: 4_000 };
    const error = await rejects(
      () => port.importRows('user', [moved]),
      KeyTakenError,
      'a user with the e-mail of another',
    );
    equal(error.message.includes(user.adresseMail), false, 'the message shows the e-mail');
    equal(await exportAll(port), rows, 'what is there');
  });
}

const NOTHING = { user: [], session: [], algo: [], deleted: [], former: [], folder: [], deletion: [], lastId: [] };
