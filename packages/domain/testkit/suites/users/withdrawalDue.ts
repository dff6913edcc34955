import type { User, UserRepository } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import { leavesOut } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { NOW, newUser, newUsers } from '../samples.ts';
import type { AddTest } from '../suite.ts';

export function addWithdrawalDueTests(test: AddTest<Fixture<UserRepository>>): void {
  const insertDue = async (port: UserRepository, name: string, date: number): Promise<User> => {
    const { id } = await port.insert(newUser({ adresseMail: `${name}@example.org` }));
    return present(await port.update(id, 1, { withdrawalDue: { date } }));
  };

  test('sets the withdrawal of rights as due with a new password', { needs: 'reopen' }, async (fixture) => {
    const { port } = fixture;
    const user = await port.insert(newUser());
    equal(user.withdrawalDue, null, 'a new user');
    const changes = { mdpHash: 'new', isVerified: true, withdrawalDue: { date: NOW } } as const;
    const changed = { ...user, ...changes, confirmationDue: null, credentialsVersion: 2 };
    equal(await port.update(user.id, 1, changes), changed, 'resolved to');
    equal(await port.update(user.id, 1, { ...changes, withdrawalDue: { date: 1 } }), null, 'of the version before');
    equal(await port.update(user.id, 2, { pseudo: 'Grace' }), { ...changed, pseudo: 'Grace' }, 'another field');
    await port.endNoticeDue(user.id, NOW);
    equal(await (await fixture.reopen()).findById(user.id), { ...changed, pseudo: 'Grace' }, 'after a restart');
  });

  test('ends the withdrawal that is due since a date, and no other', { needs: 'reopen' }, async (fixture) => {
    const { port } = fixture;
    const [user, other] = [await insertDue(port, 'ada', NOW), await insertDue(port, 'bob', NOW)];
    for (const date of [NOW - 1, NOW + 1, 0]) await port.endWithdrawalDue(user.id, date);
    equal(await port.findById(user.id), user, 'due since another date');
    for (let times = 0; times < 2; times += 1) await port.endWithdrawalDue(user.id, NOW);
    await port.endWithdrawalDue(other.id + 1, NOW);
    const reopened = await fixture.reopen();
    equal(await reopened.findById(user.id), { ...user, withdrawalDue: null });
    equal(await reopened.findById(other.id), other, 'another user');
  });

  test('lists users whose withdrawal is due since before a date or after another date, oldest first', async ({
    port,
  }) => {
    for (const [name, date] of Object.entries({ late: 30, zero: 0, early: 9, ahead: 8.64e15, gone: 1, ended: 2 })) {
      await insertDue(port, name, date);
    }
    await port.insert(newUser({ adresseMail: 'none@example.org' }));
    await port.markDeleted(present(await port.findByEmail('gone@example.org')).id);
    await port.endWithdrawalDue(present(await port.findByEmail('ended@example.org')).id, 2);
    const listed = async (before: number, limit: number, after?: number) =>
      (await port.listWithdrawalDue({ before, limit, ...(after !== undefined && { after }) })).map(
        ({ adresseMail }) => adresseMail.split('@')[0],
      );
    equal(await listed(31, 10), ['zero', 'early', 'late']);
    equal(await listed(30, 10), ['zero', 'early'], 'before, not at');
    equal(await listed(31, 1), ['zero'], 'at most one');
    equal(await listed(9, 10, 29), ['zero', 'late', 'ahead']);
    equal(await listed(9, 10, 30), ['zero', 'ahead'], 'after, not at');
  });

  test('omits a damaged user from the users whose withdrawal is due', { needs: 'damage' }, async (fixture) => {
    const { port } = fixture;
    const ids: number[] = [];
    for (const [turn, fields] of newUsers(4).entries()) {
      const { id } = await port.insert(fields);
      await port.update(id, 1, { withdrawalDue: { date: NOW + turn } });
      ids.push(id);
    }
    const damage = await fixture.damage(present(ids[0]));
    const rows = [await port.findById(present(ids[1])), await port.findById(present(ids[2]))].map((user) =>
      present(user),
    );
    const query = { before: NOW + 9, limit: 2 };
    await leavesOut((onDamaged) => port.listWithdrawalDue(query, onDamaged), { rows, damaged: damage });
  });
}
