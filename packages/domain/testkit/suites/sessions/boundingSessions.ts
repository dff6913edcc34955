import type { SessionStore } from '@algotheque/domain';
import { equal } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { BEYOND_32_BITS, NOW, newSession } from '../samples.ts';
import type { AddTest } from '../suite.ts';

const digestOf = (number: number): string => newSession(number).digest;

/** A session of user 1 that was used last so many milliseconds after NOW. */
const used = (number: number, after: number) => newSession(number, { dateUtilisation: NOW + after });

async function insertAll(port: SessionStore, sessions: readonly ReturnType<typeof newSession>[]): Promise<void> {
  for (const session of sessions) await port.insert(session);
}

/** The numbers of those sessions that are there. */
async function left(port: SessionStore, numbers: readonly number[]): Promise<number[]> {
  const found = await Promise.all(numbers.map((number) => port.find(digestOf(number))));
  return numbers.filter((_, index) => found[index] !== null);
}

export function addSessionBoundTests(test: AddTest<Fixture<SessionStore>>): void {
  test('deletes all sessions of a user but one', async ({ port }) => {
    const theirs = [newSession(4, { userId: 2 }), newSession(5, { userId: 1 + BEYOND_32_BITS })];
    await insertAll(port, [newSession(1), newSession(2, { credentialsVersion: 9 }), newSession(3), ...theirs]);
    for (let turn = 0; turn < 2; turn += 1) await port.deleteOthers(1, digestOf(2));
    equal(await left(port, [1, 2, 3, 4, 5]), [2, 4, 5]);
    await port.deleteOthers(1, digestOf(4));
    equal(await left(port, [1, 2, 3, 4, 5]), [4, 5], 'without the sessions of another user');
  });

  test('deletes more than a hundred other sessions', async ({ port }) => {
    const numbers = Array.from({ length: 130 }, (_, number) => number);
    await Promise.all(numbers.map((number) => port.insert(newSession(number))));
    await port.deleteOthers(1, digestOf(7));
    equal(await left(port, numbers), [7]);
  });

  test('deletes the sessions that were idle longest, and none of another user', async ({ port }) => {
    const mine = [used(1, 50), used(2, 10), used(3, 40), used(4, 20), used(5, 30)];
    await insertAll(port, [...mine, newSession(6, { userId: 2, dateUtilisation: 0 })]);
    const all = [1, 2, 3, 4, 5, 6];
    await port.deleteIdlest(1, { except: digestOf(5), keep: 4, now: NOW });
    equal(await left(port, all), all, 'so many are kept');
    await port.deleteIdlest(1, { except: digestOf(5), keep: 3, now: NOW });
    equal(await left(port, all), [1, 3, 4, 5, 6]);
    for (let turn = 0; turn < 2; turn += 1) {
      await port.deleteIdlest(1, { except: digestOf(4), keep: 1, now: NOW });
      equal(await left(port, all), [1, 4, 6], 'the one that is kept although it was idle longest');
    }
    await port.deleteIdlest(1, { except: digestOf(4), keep: 0, now: NOW });
    equal(await left(port, all), [4, 6]);
  });

  test('counts no session that has ended as one of those that are kept', async ({ port }) => {
    const ended = newSession(1, { dateUtilisation: NOW + 90, dateExpiration: NOW });
    await insertAll(port, [ended, used(2, 10), used(3, 20)]);
    await port.deleteIdlest(1, { except: digestOf(3), keep: 1, now: NOW });
    equal(await left(port, [2, 3]), [2, 3]);
  });

  test(
    'leaves the bound of sessions when several are inserted at once',
    { uses: 'another' },
    async (fixture, ports) => {
      await insertAll(
        fixture.port,
        [1, 2, 3].map((number) => used(number, number)),
      );
      const logIn = async (port: SessionStore, number: number) => {
        await port.insert(used(number, number));
        await port.deleteIdlest(1, { except: digestOf(number), keep: 2, now: NOW });
      };
      await Promise.all(race(ports, 10, (port, index) => logIn(port, 10 + index)));
      const numbers = [1, 2, 3, ...Array.from({ length: 10 }, (_, index) => 10 + index)];
      const kept = await left(fixture.port, numbers);
      equal(kept.length <= 3 && kept.includes(19), true, `${kept} are left`);
    },
  );

  test('deletes more than a hundred idle sessions', async ({ port }) => {
    const numbers = Array.from({ length: 130 }, (_, number) => number);
    await Promise.all(numbers.map((number) => port.insert(used(number, number))));
    await port.deleteIdlest(1, { except: digestOf(0), keep: 2, now: NOW });
    equal(await left(port, numbers), [0, 128, 129]);
  });
}
