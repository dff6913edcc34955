import { MAX_DATE_MS, type SessionStore } from '@algotheque/domain';
import { equal } from '../assert.ts';
import { rejectsDamaged } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { newSession } from '../samples.ts';
import type { AddTest } from '../suite.ts';

export function addSessionDamageTests(test: AddTest<Fixture<SessionStore>>): void {
  test('rejects for a damaged session, never as absent, and removes it', { needs: 'damage' }, async (fixture) => {
    const { port } = fixture;
    for (const number of [1, 2, 3]) await port.insert(newSession(number));
    const [one, two, other] = [1, 2, 3].map((number) => newSession(number).digest) as [string, string, string]; // three
    for (const digest of [one, two]) {
      const damage = await fixture.damage(digest);
      await rejectsDamaged(() => port.find(digest), damage, 'find');
      equal(
        digest.startsWith(String(damage.id)) && digest !== damage.id,
        true,
        'only the beginning of the digest is told',
      );
    }
    equal(await port.find(other), newSession(3), 'another session');
    equal(await port.delete(one), true, 'delete');
    await port.deleteByUser(1);
    equal([await port.find(one), await port.find(two)], [null, null], 'what is left');
  });
  test('rejects for a value that was never written', { needs: 'damage' }, async (fixture) => {
    const { port } = fixture;
    for (const [index, [field, value]] of NEVER_WRITTEN.entries()) {
      const { digest } = newSession(index);
      await port.insert(newSession(index));
      const damage = await fixture.damage(digest, field, value);
      await rejectsDamaged(() => port.find(digest), damage, `${field} ${value}`);
    }
  });
}

const NEVER_WRITTEN: readonly (readonly [string, number | string])[] = [
  ['userId', 0],
  ['credentialsVersion', 0],
  ['dateCreation', -1],
  ['dateUtilisation', MAX_DATE_MS + 1],
  ['dateExpiration', -1],
  ['dateExpiration', MAX_DATE_MS + 1],
  ['client', ''],
  ['client', 'Fire\nfox'],
  ['client', 'x'.repeat(101)],
  ['address', '1'.repeat(20)],
];
