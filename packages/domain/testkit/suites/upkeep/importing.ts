import { ImportRefusedError, KeyTakenError } from '@algotheque/domain';
import { equal, ok, present, rejects } from '../assert.ts';
import { newUser } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { exportAll, importAll, KINDS, NO_ROWS, type PortableStoreFixture, sampleRows } from './portableRows.ts';

const ORDER = { source: 'sqlite:/var/lib/caf\u00e9 "x"/db' };

export function addImportTests(test: AddTest<PortableStoreFixture>): void {
  test('is begun again before its first row, and for another source', async ({ port }) => {
    await port.beginImport(ORDER);
    await port.beginImport(ORDER);
    await port.beginImport({ source: '' });
    await importAll(port, sampleRows());
    equal(await exportAll(port), sampleRows());
  });

  test('refuses what an interrupted import has left, and removes it if that is asked for', async ({ port }) => {
    await port.beginImport(ORDER);
    await importAll(port, sampleRows());
    const problem = await rejects(() => port.beginImport(ORDER), ImportRefusedError, 'with rows');
    ok(problem.message.includes('--begin-anew'), problem.message);
    equal(await exportAll(port), sampleRows(), 'what is there');
    await port.beginImport({ source: 'another', anew: true });
    equal(await exportAll(port), NO_ROWS, 'what is left');
    await importAll(port, sampleRows());
    await port.endImport();
    equal(await exportAll(port), sampleRows(), 'what was imported anew');
  });

  test('removes all of a store without a mark only if the caller knows that it was left', async ({ port }) => {
    await port.beginImport(ORDER);
    await importAll(port, sampleRows());
    await port.endImport();
    await rejects(() => port.beginImport({ ...ORDER, anew: true }), ImportRefusedError);
    equal(await exportAll(port), sampleRows(), 'what is there');
    await rejects(() => port.beginImport({ ...ORDER, isLeft: true }), ImportRefusedError);
    await port.beginImport({ ...ORDER, isLeft: true, anew: true });
    equal(await exportAll(port), NO_ROWS, 'what is left');
  });

  test('refuses an import into a store that is in use', async ({ port, repositories }) => {
    const { users } = await repositories();
    const user = await users.insert(newUser());
    await rejects(() => port.beginImport(ORDER), ImportRefusedError);
    equal(await users.findById(user.id), user);
  });

  test('refuses an import that has ended', async ({ port }) => {
    await port.beginImport(ORDER);
    await importAll(port, sampleRows());
    await port.endImport();
    await rejects(() => port.beginImport(ORDER), ImportRefusedError);
    equal(await exportAll(port), sampleRows(), 'what is there');
  });

  for (const kind of KINDS.filter((each) => each !== 'lastId')) {
    test(`refuses an import into a store with rows of ${kind} only`, async ({ port }) => {
      await port.beginImport(ORDER);
      await importAll(port, { ...NO_ROWS, [kind]: sampleRows()[kind] });
      await port.endImport();
      await rejects(() => port.beginImport({ source: 'another' }), ImportRefusedError);
    });
  }

  test('refuses every other use until the import has ended', async ({ port, repositories }) => {
    await port.beginImport(ORDER);
    await rejects(repositories, Error, 'before the first row');
    await importAll(port, sampleRows());
    await rejects(repositories, Error, 'with all rows');
    await port.endImport();
    await repositories();
  });

  test('replaces existing rows, repeatably', async ({ port }) => {
    const rows = sampleRows();
    await port.beginImport(ORDER);
    await importAll(port, rows);
    await importAll(port, rows);
    equal(await exportAll(port), rows, 'the second time');
    const [first, ...others] = rows.user;
    const changed = { ...present(first), pseudo: 'changed', urlPfp: null, due: [], deleted: false };
    await port.importRows('user', [changed]);
    await port.importRows('algo', []);
    equal(await exportAll(port), { ...rows, user: [changed, ...others] });
  });

  test('is known after a restart', { needs: 'reopen' }, async (fixture) => {
    const rows = sampleRows();
    await fixture.port.beginImport(ORDER);
    await fixture.port.importRows('user', rows.user.slice(0, 3));
    const port = await fixture.reopen();
    await rejects(fixture.repositories, Error, 'opening it for use');
    await rejects(() => port.beginImport(ORDER), ImportRefusedError);
    await importAll(port, rows);
    await port.endImport();
    equal(await exportAll(port), rows);
    ok((await (await fixture.repositories()).users.findById(4)) !== null, 'the store does not serve');
  });

  test('refuses a user whose e-mail belongs to another user', async ({ port }) => {
    const rows = sampleRows();
    await port.beginImport({ source: 'sample' });
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
