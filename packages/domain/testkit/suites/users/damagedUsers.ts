import { MAX_DATE_MS, type UserRepository } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import { leavesOut, rejectsDamaged } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { NOW, newUser, newUsers } from '../samples.ts';
import type { AddTest } from '../suite.ts';

const NEVER_WRITTEN: readonly (readonly [string, string | number])[] = [
  ['adresseMail', 'nobody'],
  ['pseudo', ''],
  ['pseudo', 'x'.repeat(31)],
  ['pseudo', 'A\0da'],
  ['urlPfp', 'javascript:1'],
  ['urlPfp', ''],
  ['dateInscription', -1],
  ['dateInscription', MAX_DATE_MS + 1],
  ['credentialsVersion', 0],
  ['confirmationDue.date', -1],
  ['noticeDue.date', -1],
  ['withdrawalDue.date', -1],
  ['emailChange.version', -1],
];

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

  test('rejects for a value that was never written, and finds the others', { needs: 'damage' }, async (fixture) => {
    const { port } = fixture;
    const due = { date: NOW, locale: 'en' as const };
    const fields = { urlPfp: 'https://example.org', confirmationDue: due, noticeDue: due };
    const other = await port.insert(newUser({ adresseMail: 'other@example.org', ...fields }));
    for (const [index, [field, value]] of NEVER_WRITTEN.entries()) {
      const { id } = await port.insert(newUser({ adresseMail: `user${index}@example.org`, ...fields }));
      await port.update(id, 1, { withdrawalDue: { date: NOW } });
      const damage = await fixture.damage(id, field, value);
      await rejectsDamaged(() => port.findById(id), damage, `${field} ${JSON.stringify(value)}`);
    }
    equal(await port.findById(other.id), other);
    const told: unknown[] = [];
    equal(await port.listNoticeDue({ before: NOW + 1, limit: 100 }, (damage) => told.push(damage.id)), [other]);
    equal(told.length, NEVER_WRITTEN.length, 'how many the list told of');
  });

  test('changes nothing of a user whose version cannot be raised', { needs: 'damage' }, async (fixture) => {
    const { port } = fixture;
    const { id } = await port.insert(newUser());
    const damage = await fixture.damage(id, 'credentialsVersion', Number.MAX_SAFE_INTEGER);
    const changes = { pseudo: 'Grace', mdpHash: 'new' };
    await rejectsDamaged(() => port.update(id, Number.MAX_SAFE_INTEGER, changes), damage, 'update');
    equal(await port.rehash(id, 'new', 'newer'), false, 'the hash was replaced');
    equal(await port.update(id + 1, Number.MAX_SAFE_INTEGER, changes), null, 'of an absent user');
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
