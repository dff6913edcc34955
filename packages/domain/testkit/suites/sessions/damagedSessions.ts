import { DamagedError, type DamagedRecord, MAX_DATE_MS, type SessionStore } from '@algotheque/domain';
import { equal, rejects } from '../assert.ts';
import { rejectsDamaged } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { NOW, newSession } from '../samples.ts';
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

  test('cuts no session with a date that was never written, and reports it', { needs: 'damage' }, async (fixture) => {
    const { port } = fixture;
    const late = { dateExpiration: NOW + 9_000 };
    for (const number of [1, 2, 3, 4]) await port.insert(newSession(number, late));
    const damaged = [
      await fixture.damage(newSession(1).digest, 'dateCreation', MAX_DATE_MS + 1),
      await fixture.damage(newSession(2).digest, 'dateExpiration', MAX_DATE_MS + 1),
      await fixture.damage(newSession(3).digest, 'dateUtilisation', -1),
    ];
    const latest = { dateCreation: NOW, dateUtilisation: NOW, dateExpiration: NOW + 5 };
    const told: DamagedRecord[] = [];
    await port.cut(latest, ({ place, id, field }) => void told.push({ place, id, field }));
    equal(told.toSorted(byField), damaged, 'told of');
    equal(await port.find(newSession(4).digest), newSession(4, latest), 'a session that is not damaged');
    for (const [index, damage] of damaged.entries()) {
      await rejectsDamaged(() => port.find(newSession(index + 1).digest), damage, 'find');
    }
    await rejects(() => port.cut(latest), DamagedError, 'cut for somebody who is not told');
  });
}

const byField = (one: DamagedRecord, other: DamagedRecord): number =>
  String(one.field) < String(other.field) ? -1 : 1;

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
