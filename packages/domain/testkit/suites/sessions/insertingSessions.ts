import { MAX_CLIENT, type SessionStore } from '@algotheque/domain';
import { equal, ok, present } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { NOW, newSession } from '../samples.ts';
import type { AddTest } from '../suite.ts';

export function addSessionInsertTests(test: AddTest<Fixture<SessionStore>>): void {
  test('finds a stored session, and null for an absent one', async ({ port }) => {
    const session = newSession(1);
    await port.insert(session);
    equal(await port.find(session.digest), session);
    const others = [
      newSession(2).digest,
      session.digest.toLowerCase(),
      session.digest.slice(0, -1),
      `${session.digest} `,
      '',
    ];
    for (const digest of others) equal(await port.find(digest), null, digest);
  });

  test('keeps every value exactly', async ({ port }) => {
    const odd = [
      { userId: Number.MAX_SAFE_INTEGER, credentialsVersion: 2 ** 32 + 1 },
      { dateCreation: 0, dateUtilisation: 0, dateExpiration: 8.64e15 },
      { dateCreation: 2 ** 31, dateUtilisation: 2 ** 32 + 1, dateExpiration: NOW },
      { client: null, address: null },
      { client: `\u{1f600}${'é'.repeat(MAX_CLIENT - 2)}'`, address: 'ffff:ffff:ffff::/48' },
    ];
    for (const [index, fields] of odd.entries()) {
      const session = newSession(index, fields);
      await port.insert(session);
      equal(await port.find(session.digest), session);
    }
  });

  test('accepts the same session several times', { uses: 'another' }, async (fixture, ports) => {
    await Promise.all(race(ports, 10, (port) => port.insert(newSession(1))));
    equal(await fixture.port.find(newSession(1).digest), newSession(1));
    equal(await fixture.port.delete(newSession(1).digest), true);
    equal(await fixture.port.find(newSession(1).digest), null);
  });

  test('changes nothing when an insert is repeated: not the last use, not the end, not the version', async ({
    port,
  }) => {
    const { digest } = newSession(1);
    const used = { dateUtilisation: NOW + 5, dateExpiration: NOW + 9_000_000 };
    await port.insert(newSession(1));
    await port.touch(digest, used);
    await port.raiseVersion(digest, 2);
    for (const fields of [{}, { userId: 2, credentialsVersion: 9 }]) await port.insert(newSession(1, fields));
    equal(await port.find(digest), newSession(1, { ...used, credentialsVersion: 2 }));
  });

  test('copies the objects that it receives and returns', async ({ port }) => {
    const session = newSession(1);
    await port.insert(session);
    Object.assign(session, { userId: 99 });
    Object.assign(present(await port.find(session.digest)), { userId: 99 });
    equal(await port.find(session.digest), newSession(1));
  });

  test('distinguishes digests that differ in case only', async ({ port }) => {
    const { digest } = newSession(1);
    const swapped = digest.replace('aA', 'Aa');
    await port.insert(newSession(1, { userId: 1 }));
    await port.insert(newSession(1, { userId: 2, digest: swapped }));
    equal((await port.find(digest))?.userId, 1);
    equal((await port.find(swapped))?.userId, 2);
  });

  test('finds an expired session unchanged, or not at all', async ({ port }) => {
    const session = newSession(1, { dateExpiration: 1 });
    await port.insert(session);
    const found = await port.find(session.digest);
    if (found !== null) equal(found, session);
  });

  test('keeps sessions and their removals over a restart', { needs: 'reopen' }, async (fixture) => {
    for (const number of [1, 2]) await fixture.port.insert(newSession(number));
    await fixture.port.delete(newSession(1).digest);
    const port = await fixture.reopen();
    equal(await port.find(newSession(1).digest), null);
    equal(await port.find(newSession(2).digest), newSession(2));
  });

  test('leaves no data of a deleted session in the store', { needs: 'dump' }, async (fixture) => {
    const { digest } = newSession(1);
    await fixture.port.insert(newSession(1));
    ok((await fixture.dump()).includes(digest), 'the dump of the fixture does not show the digest');
    await fixture.port.delete(digest);
    ok(!(await fixture.dump()).includes(digest), 'the digest is still there');
  });
}
