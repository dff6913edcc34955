import type { UserRepository } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import type { Fixture } from '../runner.ts';
import { NOW, newUser } from '../samples.ts';
import type { AddTest } from '../suite.ts';

export function addConfirmationDueTests(test: AddTest<Fixture<UserRepository>>): void {
  const insertDue = (port: UserRepository, name: string, date: number | null) =>
    port.insert(
      newUser({
        adresseMail: `${name}@example.org`,
        confirmationDue: date === null ? null : { date, locale: 'fr' },
      }),
    );

  test('sets and clears that the confirmation mail is due', async ({ port }) => {
    const user = await port.insert(newUser());
    for (const due of [{ date: NOW + 5, locale: 'fr' as const }, null, { date: 0, locale: 'en' as const }, null]) {
      await port.setConfirmationDue(user.id, due);
      equal(await port.findById(user.id), { ...user, confirmationDue: due });
    }
  });

  test('creates no user when the confirmation of an absent user is set as due', async ({ port }) => {
    const { id } = await port.insert(newUser());
    await port.setConfirmationDue(id + 1, { date: NOW, locale: 'en' });
    equal(await port.findById(id + 1), null);
    equal((await port.listConfirmationDue({ before: NOW + 1, limit: 10 })).length, 1);
  });

  test('lists users whose mail is due since before a date, oldest first', async ({ port }) => {
    for (const [name, date] of [
      ['late', 30],
      ['zero', 0],
      ['early', 9],
      ['none', null],
      ['between', 20],
    ] as const) {
      await insertDue(port, name, date);
    }
    const listed = async (before: number, limit: number) => {
      const users = await port.listConfirmationDue({ before, limit });
      return users.map(({ adresseMail }) => adresseMail.replace('@example.org', ''));
    };
    equal(await listed(31, 10), ['zero', 'early', 'between', 'late']);
    equal(await listed(30, 10), ['zero', 'early', 'between'], 'before, not at');
    equal(await listed(31, 2), ['zero', 'early'], 'at most two');
    equal(await listed(31, 0), [], 'at most none');
    equal(await listed(0, 10), [], 'before the first');
  });

  test('lists also users whose mail is due since after a date, set while the clock was ahead', async ({ port }) => {
    for (const [name, date] of [
      ['past', 10],
      ['late', 20],
      ['now', 30],
      ['ahead', 8.64e15],
    ] as const) {
      await insertDue(port, name, date);
    }
    await insertDue(port, 'none', null);
    const listed = async (after: number, limit: number) => {
      const users = await port.listConfirmationDue({ before: 20, after, limit });
      return users.map(({ adresseMail }) => adresseMail.replace('@example.org', ''));
    };
    equal(await listed(29, 10), ['past', 'now', 'ahead']);
    equal(await listed(30, 10), ['past', 'ahead'], 'after, not at');
    equal(await listed(30, 1), ['past'], 'at most one');
    equal(await listed(8.64e15, 10), ['past']);
  });

  test('lists users with all their fields', async ({ port }) => {
    const user = await insertDue(port, 'due', NOW);
    equal(await port.listConfirmationDue({ before: NOW + 1, limit: 1 }), [user]);
  });

  test('omits users whose mail is sent, who are verified, or who are being deleted', async ({ port }) => {
    const [sent, verified, updated, deleted, again] = await Promise.all(
      ['sent', 'verified', 'updated', 'deleted', 'again'].map((name) => insertDue(port, name, NOW)),
    );
    await port.setConfirmationDue(present(sent).id, null);
    await port.markVerified(present(verified).id);
    await port.update(present(updated).id, 1, { isVerified: true });
    await port.markDeleted(present(deleted).id);
    await port.markVerified(present(again).id);
    await port.setConfirmationDue(present(again).id, { date: NOW, locale: 'en' });
    equal(await port.listConfirmationDue({ before: NOW + 1, limit: 10 }), []);
  });
}
