import { KeyTakenError } from '@algotheque/domain';
import { equal, present, rejects } from '../assert.ts';
import type { AddTest } from '../suite.ts';
import type { PortableStoreFixture } from './portableFixture.ts';
import { exportAll, importAll, sampleRows } from './portableRows.ts';

export function addTakenKeyTests(test: AddTest<PortableStoreFixture>): void {
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
