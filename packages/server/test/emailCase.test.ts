import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { openLocal } from '../src/openLocal.ts';
import { StartError } from '../src/startError.ts';
import { backUp, restoreTo } from './backup/support/backup.ts';
import { sqliteIn } from './migrate/support/places.ts';

const FOLDED = { ALGOTHEQUE_EMAIL_CASE: 'folded' };
const account = (email: string) => ({ email, password: 'long enough', pseudo: 'Ada' });

/** Opens the folder, does something with its service, and closes it. */
async function using<Result>(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
  work: (local: Awaited<ReturnType<typeof openLocal>>) => Promise<Result>,
): Promise<Result> {
  const local = await openLocal({ dataDir, settings });
  onTestFinished(() => local.close());
  try {
    return await work(local);
  } finally {
    await local.close();
  }
}

it('a setting of openLocal folds e-mails, also in what a backup is restored to', async () => {
  const scratch = scratchFolder();
  const [home, copy] = [join(scratch, 'data'), join(scratch, 'copy')];
  await using(home, FOLDED, async ({ service }) => {
    await service.registerUser(account('Ada@example.org'));
    await expect(service.registerUser(account('ada@example.org'))).rejects.toThrow('Email_already_exists');
    await service.login({ email: 'ADA@example.org', password: 'long enough' });
  });
  const backup = join(scratch, 'backup');
  await backUp(sqliteIn(home), backup);
  await restoreTo(backup, { ...sqliteIn(copy), emailCase: 'folded' });
  await using(copy, FOLDED, async ({ service }) => {
    const { utilisateur } = await service.login({ email: 'ADA@example.org', password: 'long enough' });
    expect(utilisateur.adresseMail).toBe('Ada@example.org');
  });
});

it('a start with another value than that of the store is refused, and one with the former value works', async () => {
  const dataDir = join(scratchFolder(), 'data');
  await using(dataDir, {}, async ({ service }) => {
    for (const email of ['Ada@example.org', 'ada@example.org']) await service.registerUser(account(email));
  });
  const refused = openLocal({ dataDir, settings: FOLDED });
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow('in the mode exact, and the setting is folded: make a backup, and restore it');
  const ids = await using(dataDir, {}, ({ ports }) => ports.users.existing([1, 2]));
  expect(ids).toHaveLength(2);
});

it('a policy of openLocal that differs from the setting is refused', async () => {
  const dataDir = join(scratchFolder(), 'data');
  await expect(openLocal({ dataDir, policy: { emailCase: 'folded' } })).rejects.toThrow(RangeError);
  await (await openLocal({ dataDir })).close();
});
