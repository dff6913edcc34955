import type { Session, SessionStore } from '@algotheque/domain';
import { equal } from '../assert.ts';
import { leavesOut } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { BEYOND_32_BITS, newSession } from '../samples.ts';
import type { AddTest } from '../suite.ts';

export function addSessionListTests(test: AddTest<Fixture<SessionStore>>): void {
  test('lists the sessions of a user, expired ones too, and none of another', async ({ port }) => {
    const mine = [newSession(1, { userId: 7 }), newSession(2, { userId: 7, dateExpiration: 1 })];
    const theirs = [newSession(3, { userId: 77 }), newSession(4, { userId: 7 + BEYOND_32_BITS })];
    for (const session of [...mine, ...theirs]) await port.insert(session);
    equal((await port.listByUser(7, 1_000)).toSorted(byDigest), mine);
    equal((await port.listByUser(7, 1)).length, 1, 'how many are listed at most');
    equal(await port.listByUser(8, 1_000), []);
  });

  test('omits a damaged session from the list, and lists as many others', { needs: 'damage' }, async (fixture) => {
    const { port } = fixture;
    for (const number of [1, 2, 3]) await port.insert(newSession(number));
    const damaged = await fixture.damage(newSession(1).digest, 'dateUtilisation', -1);
    const list = async (...given: Parameters<SessionStore['listByUser']>) =>
      (await port.listByUser(...given)).toSorted(byDigest);
    const rows = [newSession(2), newSession(3)];
    await leavesOut((onDamaged) => list(1, 1_000, onDamaged), { rows, damaged });
    equal((await port.listByUser(1, 2, () => {})).length, 2, 'as many others');
  });
}

const byDigest = (one: Session, other: Session): number => (one.digest < other.digest ? -1 : 1);
