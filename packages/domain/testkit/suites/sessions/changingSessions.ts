import type { SessionStore } from '@algotheque/domain';
import { equal } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { BEYOND_32_BITS, NOW, newSession } from '../samples.ts';
import type { AddTest } from '../suite.ts';

const { digest } = newSession(1);
const use = (after: number) => ({ dateUtilisation: NOW + after, dateExpiration: NOW + after + 5_000_000 });

export function addSessionChangeTests(test: AddTest<Fixture<SessionStore>>): void {
  test('records a use and changes nothing else', async ({ port }) => {
    for (const number of [1, 2]) await port.insert(newSession(number));
    await port.touch(digest, use(10));
    equal(await port.find(digest), newSession(1, use(10)));
    equal(await port.find(newSession(2).digest), newSession(2), 'another session');
  });

  test('never moves the last use back', async ({ port }) => {
    await port.insert(newSession(1));
    await port.touch(digest, use(10));
    await port.touch(digest, { dateUtilisation: NOW + 9, dateExpiration: 0 });
    await port.touch(digest, { dateUtilisation: 0, dateExpiration: 8.64e15 });
    equal(await port.find(digest), newSession(1, use(10)));
  });

  test('keeps the first of two uses at the same moment: a repeated call changes nothing', async ({ port }) => {
    await port.insert(newSession(1));
    await port.touch(digest, { ...use(0), dateExpiration: 5 });
    equal(await port.find(digest), newSession(1), 'a use at the moment of the login');
    await port.touch(digest, use(10));
    for (const dateExpiration of [0, 8.64e15]) await port.touch(digest, { ...use(10), dateExpiration });
    equal(await port.find(digest), newSession(1, use(10)));
  });

  test('keeps the latest of 30 racing uses', { uses: 'another' }, async (fixture, ports) => {
    await fixture.port.insert(newSession(1));
    await Promise.all(race(ports, 30, (port, index) => port.touch(digest, use(1 + ((index * 7) % 30)))));
    equal(await fixture.port.find(digest), newSession(1, use(30)));
  });

  test('never restores a deleted session by a use', { uses: 'another' }, async (fixture, ports) => {
    await fixture.port.touch(digest, use(10));
    equal(await fixture.port.find(digest), null, 'a session that never was');
    for (let number = 1; number <= 10; number += 1) {
      const session = newSession(number);
      await fixture.port.insert(session);
      await Promise.all(
        race<SessionStore, unknown>(ports, 4, (port, index) =>
          index === 1 ? port.delete(session.digest) : port.touch(session.digest, use(index)),
        ),
      );
      equal(await fixture.port.find(session.digest), null, 'after a race');
    }
  });

  test('raises the version, never lowers it, and changes nothing else', async ({ port }) => {
    for (const number of [1, 2]) await port.insert(newSession(number, { credentialsVersion: 2 }));
    await port.raiseVersion(digest, 4);
    for (const lower of [3, 4, 0, -1]) await port.raiseVersion(digest, lower);
    equal(await port.find(digest), newSession(1, { credentialsVersion: 4 }));
    equal(await port.find(newSession(2).digest), newSession(2, { credentialsVersion: 2 }), 'another session');
  });

  test('compares versions up to the largest integer', async ({ port }) => {
    await port.insert(newSession(1));
    for (const version of [1 + BEYOND_32_BITS, 2, BEYOND_32_BITS, Number.MAX_SAFE_INTEGER, 3 + BEYOND_32_BITS]) {
      const before = (await port.find(digest))?.credentialsVersion ?? 0;
      await port.raiseVersion(digest, version);
      equal((await port.find(digest))?.credentialsVersion, Math.max(before, version));
    }
    await port.deleteByUser(1, Number.MAX_SAFE_INTEGER);
    equal((await port.find(digest))?.credentialsVersion, Number.MAX_SAFE_INTEGER);
  });

  test('keeps the highest of 30 racing versions', { uses: 'another' }, async (fixture, ports) => {
    await fixture.port.insert(newSession(1));
    await Promise.all(race(ports, 30, (port, index) => port.raiseVersion(digest, 2 + ((index * 7) % 30))));
    equal((await fixture.port.find(digest))?.credentialsVersion, 31);
  });

  test('never restores a deleted session by a version', async ({ port }) => {
    await port.insert(newSession(1));
    await port.delete(digest);
    await port.raiseVersion(digest, 9);
    equal(await port.find(digest), null);
  });

  test('loses neither a use nor a version in a race', { uses: 'another' }, async (fixture, ports) => {
    await fixture.port.insert(newSession(1));
    await Promise.all(
      race(ports, 10, (port, index) =>
        index % 3 === 0 ? port.raiseVersion(digest, index + 1) : port.touch(digest, use(index + 1)),
      ),
    );
    equal(await fixture.port.find(digest), newSession(1, { ...use(9), credentialsVersion: 10 }));
  });
}
