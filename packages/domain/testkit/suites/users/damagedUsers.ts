import type { UserRepository } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import { leavesOut, rejectsDamaged } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { NOW, newUser, newUsers } from '../samples.ts';
import type { AddTest } from '../suite.ts';

export function addUserDamageTests(test: AddTest<Fixture<UserRepository>>): void {
  test('rejects for a damaged user, never as absent, and finds the others', { needs: 'damage' }, async (fixture) => {
    const { port } = fixture;
    const [first, second] = newUsers(2);
    const user = await port.insert(present(first));
    const other = await port.insert(present(second));
    const damage = await fixture.damage(user.id);
    await rejectsDamaged(() => port.findById(user.id), damage, 'findById');
    await rejectsDamaged(() => port.findByEmail(user.adresseMail), damage, 'findByEmail');
    equal([await port.findById(other.id), await port.findByEmail(other.adresseMail)], [other, other]);
  });

  test('omits a damaged user from the users with due mails, and lists as many others', {
    needs: 'damage',
  }, async (fixture) => {
    const { port } = fixture;
    const due = (turn: number) => ({ date: NOW + turn, locale: 'en' as const });
    for (const [turn, fields] of newUsers(4).entries()) {
      await port.insert({ ...fields, confirmationDue: due(turn), noticeDue: due(turn) });
    }
    const damage = await fixture.damage(present(await port.findByEmail('user0@example.org')).id);
    const rows = [await port.findByEmail('user1@example.org'), await port.findByEmail('user2@example.org')].map(
      (user) => present(user),
    );
    const query = { before: NOW + 9, limit: 2 };
    await leavesOut((onDamaged) => port.listConfirmationDue(query, onDamaged), { rows, damaged: damage });
    await leavesOut((onDamaged) => port.listNoticeDue(query, onDamaged), { rows, damaged: damage });
  });

  test('marks and deletes a damaged user', { needs: 'damage' }, async (fixture) => {
    const { port } = fixture;
    const { id } = await port.insert(newUser());
    await fixture.damage(id);
    equal(await port.markDeleted(id), true, 'markDeleted');
    await port.delete(id);
    equal(await port.findById(id), null);
    const next = await port.insert(newUser());
    equal(await port.findByEmail(next.adresseMail), next);
  });
}
