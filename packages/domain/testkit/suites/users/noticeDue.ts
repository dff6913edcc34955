import type { UserRepository } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import type { Fixture } from '../runner.ts';
import { NOW, newUser } from '../samples.ts';
import type { AddTest } from '../suite.ts';

export function addNoticeDueTests(test: AddTest<Fixture<UserRepository>>): void {
  const insertDue = (port: UserRepository, name: string, date: number | null) =>
    port.insert(
      newUser({ adresseMail: `${name}@example.org`, noticeDue: date === null ? null : { date, locale: 'fr' } }),
    );
  const namesOf = (users: readonly { readonly adresseMail: string }[]) =>
    users.map(({ adresseMail }) => adresseMail.replace('@example.org', ''));

  test('sets the mail about a new password as due with that password', async ({ port }) => {
    const user = await port.insert(newUser());
    const changed = { ...user, mdpHash: 'new', credentialsVersion: 2, noticeDue: { date: NOW, locale: 'fr' as const } };
    const changes = { mdpHash: 'new', noticeDue: changed.noticeDue };
    equal(await port.update(user.id, 1, changes), changed, 'resolved to');
    equal(await port.findById(user.id), changed, 'found');
    equal(await port.update(user.id, 1, { ...changes, noticeDue: { date: 1, locale: 'en' } }), null);
    equal(await port.findById(user.id), changed, 'after an update of another version');
  });

  test('keeps over a restart that the mail about a new password is due', { needs: 'reopen' }, async (fixture) => {
    const { id } = await fixture.port.insert(newUser());
    const changed = await fixture.port.update(id, 1, { mdpHash: 'new', noticeDue: { date: NOW, locale: 'fr' } });
    equal(present(changed).noticeDue, { date: NOW, locale: 'fr' });
    equal(await (await fixture.reopen()).findById(id), changed);
  });

  test('keeps a due mail when other fields change', async ({ port }) => {
    const user = await insertDue(port, 'ada', NOW);
    await port.update(user.id, 1, { pseudo: 'Grace', isVerified: true });
    await port.rehash(user.id, user.mdpHash, 'rehashed');
    await port.setConfirmationDue(user.id, null);
    equal((await port.findById(user.id))?.noticeDue, { date: NOW, locale: 'fr' });
    await port.update(user.id, 1, { noticeDue: { date: NOW + 1, locale: 'en' } });
    equal((await port.findById(user.id))?.noticeDue, { date: NOW + 1, locale: 'en' }, 'the newer of two');
  });

  test('ends the given notice, and no newer one', async ({ port }) => {
    const [user, other] = [await insertDue(port, 'ada', NOW), await insertDue(port, 'bob', NOW)];
    for (const date of [NOW - 1, NOW + 1, 0]) await port.endNoticeDue(user.id, date);
    equal(await port.findById(user.id), user, 'owed since another date');
    for (let times = 0; times < 2; times += 1) await port.endNoticeDue(user.id, NOW);
    equal(await port.findById(user.id), { ...user, noticeDue: null });
    equal(await port.findById(other.id), other, 'another user');
    await port.endNoticeDue(other.id + 1, NOW);
    equal(await port.findById(other.id + 1), null, 'an absent user');
  });

  test('lists users whose notice is due since before a date or after another date, oldest first', async ({ port }) => {
    const dates = { late: 30, zero: 0, early: 9, none: null, between: 20, ahead: 8.64e15 };
    for (const [name, date] of Object.entries(dates)) await insertDue(port, name, date);
    const listed = async (before: number, limit: number, after = 8.64e15) =>
      namesOf(await port.listNoticeDue({ before, after, limit }));
    equal(await listed(31, 10), ['zero', 'early', 'between', 'late']);
    equal(await listed(30, 10), ['zero', 'early', 'between'], 'before, not at');
    equal(await listed(31, 2), ['zero', 'early'], 'at most two');
    equal(await listed(31, 0), [], 'at most none');
    equal(await listed(9, 10, 30), ['zero', 'ahead'], 'after, not at');
    equal(await listed(9, 10, 29), ['zero', 'late', 'ahead']);
  });

  test('lists users with all fields whose notice is due, verified or not, and omits users who are being deleted', async ({
    port,
  }) => {
    const [verified, open, deleted, sent] = await Promise.all(
      ['a-verified', 'b-open', 'deleted', 'sent'].map((name, index) => insertDue(port, name, NOW + index)),
    );
    await port.markVerified(present(verified).id);
    await port.markDeleted(present(deleted).id);
    await port.endNoticeDue(present(sent).id, present(sent).noticeDue?.date ?? 0);
    await port.endNoticeDue(present(deleted).id, present(deleted).noticeDue?.date ?? 0);
    const listed = await port.listNoticeDue({ before: NOW + 9, after: NOW + 9, limit: 10 });
    equal(listed, [{ ...present(verified), isVerified: true, confirmationDue: null }, present(open)]);
    equal(await port.findById(present(deleted).id), null);
  });
}
