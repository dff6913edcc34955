import type { SessionStore } from '@algotheque/domain';
import { equal, equalOneTrue } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { BEYOND_32_BITS, NOW, newSession } from '../samples.ts';
import type { AddTest } from '../suite.ts';

export function addSessionRevokeTests(test: AddTest<Fixture<SessionStore>>): void {
  test('deletes a session once', async ({ port }) => {
    for (const number of [1, 2]) await port.insert(newSession(number));
    const { digest } = newSession(1);
    for (const other of [digest.toLowerCase(), digest.slice(0, 20), '']) equal(await port.delete(other), false, other);
    equal(await port.delete(digest), true);
    equal(await port.delete(digest), false, 'the second time');
    equal(await port.find(digest), null);
    equal(await port.find(newSession(2).digest), newSession(2));
  });

  test('lets one of 30 racing deletes succeed', { uses: 'another' }, async (fixture, ports) => {
    await fixture.port.insert(newSession(1));
    await equalOneTrue(
      race(ports, 30, (port) => port.delete(newSession(1).digest)),
      'delete',
    );
  });

  test('deletes all sessions of a user and none of another', async ({ port }) => {
    const mine = [1, 2, 3].map((number) => newSession(number, { userId: 7, credentialsVersion: number }));
    const theirs = [4, 5].map((number) => newSession(number, { userId: number === 4 ? 77 : 1 }));
    for (const session of [...mine, ...theirs]) await port.insert(session);
    for (const user of [7, 7, 0, 5_000, 1 + BEYOND_32_BITS]) await port.deleteByUser(user);
    for (const { digest } of mine) equal(await port.find(digest), null);
    for (const session of theirs) equal(await port.find(session.digest), session);
  });

  test('deletes the sessions of a user that are below a version', async ({ port }) => {
    const sessions = [1, 2, 3].map((version) => newSession(version, { credentialsVersion: version }));
    const other = newSession(9, { userId: 2, credentialsVersion: 1 });
    for (const session of [...sessions, other]) await port.insert(session);
    const left = async () => {
      const found = await Promise.all([...sessions, other].map(({ digest }) => port.find(digest)));
      return found.map((session) => session?.credentialsVersion ?? null);
    };
    for (const version of [0, 1]) await port.deleteByUser(1, version);
    equal(await left(), [1, 2, 3, 1], 'below 1');
    await port.deleteByUser(1, 3);
    equal(await left(), [null, null, 3, 1], 'below 3');
    await port.deleteByUser(1, 1 + BEYOND_32_BITS);
    equal(await left(), [null, null, null, 1], 'below a large version');
  });

  test('keeps a session if its version is raised first', async ({ port }) => {
    await port.insert(newSession(1));
    await port.insert(newSession(2));
    await port.raiseVersion(newSession(1).digest, 2);
    await port.deleteByUser(1, 2);
    equal(await port.find(newSession(1).digest), newSession(1, { credentialsVersion: 2 }));
    equal(await port.find(newSession(2).digest), null);
  });

  test('deletes more than a hundred sessions of a user', async ({ port }) => {
    const sessions = Array.from({ length: 130 }, (_, number) => newSession(number));
    await Promise.all(sessions.map((session) => port.insert(session)));
    await port.deleteByUser(1);
    for (const { digest } of sessions) equal(await port.find(digest), null);
  });

  test('deletes all expired sessions after enough calls, and no other session', async ({ port }) => {
    const expired = [NOW, NOW - 1, 1, 0].map((dateExpiration, number) => newSession(number, { dateExpiration }));
    const current = [NOW + 1, 8.64e15].map((dateExpiration, number) => newSession(10 + number, { dateExpiration }));
    for (const session of [...expired, ...current]) await port.insert(session);
    for (let turn = 0; turn < expired.length; turn += 1) await port.deleteExpired(NOW);
    for (const { digest } of expired) equal(await port.find(digest), null);
    for (const session of current) equal(await port.find(session.digest), session);
  });

  test('decides about the end by the last use', async ({ port }) => {
    await port.insert(newSession(1, { dateExpiration: NOW + 10 }));
    await port.touch(newSession(1).digest, { dateUtilisation: NOW + 5, dateExpiration: NOW + 100 });
    await port.deleteExpired(NOW + 50);
    equal((await port.find(newSession(1).digest))?.dateExpiration, NOW + 100);
  });
}
