import { changedUser, MAX_DATE_MS, type UserRepository } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import { rejectsDamaged } from '../damage.ts';
import type { Fixture, ImpossibleValue } from '../runner.ts';
import { dueOf, newUser, newUsers } from '../samples.ts';
import type { AddTest } from '../suite.ts';

const NEVER_WRITTEN: readonly (readonly [string, ImpossibleValue])[] = [
  ['adresseMail', 'nobody'],
  ['pseudo', ''],
  ['pseudo', 'x'.repeat(31)],
  ['pseudo', 'A\0da'],
  ['urlPfp', 'javascript:1'],
  ['urlPfp', ''],
  ['dateInscription', -1],
  ['dateInscription', MAX_DATE_MS + 1],
  ['credentialsVersion', 0],
  ['due', [dueOf('notice', { date: -1 })]],
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
    const fields = { urlPfp: 'https://example.org', due: [dueOf('notice', {})] };
    const other = await port.insert(newUser({ adresseMail: 'other@example.org', ...fields }));
    for (const [index, [field, value]] of NEVER_WRITTEN.entries()) {
      const { id } = await port.insert(newUser({ adresseMail: `user${index}@example.org`, ...fields }));
      const damage = await fixture.damage(id, field, value);
      await rejectsDamaged(() => port.findById(id), damage, `${field} ${JSON.stringify(value)}`);
    }
    equal(await port.findById(other.id), other);
    const reported: unknown[] = [];
    equal(await port.list({ after: 0, limit: 100 }, (damage) => reported.push(damage.id)), [other]);
    equal(reported.length, NEVER_WRITTEN.length, 'how many the list reported');
  });

  test('changes nothing of a user whose version cannot be raised', {
    needs: 'damage',
    uses: 'dump',
  }, async (fixture) => {
    const { port } = fixture;
    const { id } = await port.insert(newUser());
    const damage = await fixture.damage(id, 'credentialsVersion', Number.MAX_SAFE_INTEGER);
    const changes = { pseudo: 'Grace', mdpHash: 'new' };
    const change = (of: number) => port.change(of, (now) => changedUser(now, Number.MAX_SAFE_INTEGER, changes));
    await rejectsDamaged(() => change(id), damage, 'change');
    equal((await fixture.dump?.())?.includes('Grace') ?? false, false, 'the change is stored');
    equal(await change(id + 1), null, 'of an absent user');
  });

  test('marks and deletes a damaged user', { needs: 'damage' }, async ({ port, damage }) => {
    const { id } = await port.insert(newUser());
    await damage(id);
    equal(await port.markDeleted(id), true, 'markDeleted');
    await port.delete(id);
    equal(await port.findById(id), null);
    const next = await port.insert(newUser());
    equal(await port.findByEmail(next.adresseMail), next);
  });
}
