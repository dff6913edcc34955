import { KeyTakenError } from '@algotheque/domain';
import { equal, present, rejects } from '../assert.ts';
import type { AddTest } from '../suite.ts';
import type { PortableStoreFixture } from './portableFixture.ts';
import { exportAll, importAll, sampleRows } from './portableRows.ts';

export function addTakenKeyTests(test: AddTest<PortableStoreFixture>): void {
  test('refuses a row whose e-mail or content belongs to another row', async ({ port }) => {
    const rows = sampleRows();
    await port.beginImport('sample');
    await importAll(port, rows);
    const [user, algo] = [present(rows.user[0]), present(rows.algo[0])];
    const moved = { ...user, id: 4_000 };
    const sameContent = { ...algo, id: 900 };
    const error = await rejects(
      () => port.importRows('user', [moved]),
      KeyTakenError,
      'a user with the e-mail of another',
    );
    equal(error.message.includes(user.adresseMail), false, 'the message shows the e-mail');
    await rejects(
      () => port.importRows('algo', [sameContent]),
      KeyTakenError,
      'an algorithm with the content of another',
    );
    equal(await exportAll(port), rows, 'what is there');
  });
}
