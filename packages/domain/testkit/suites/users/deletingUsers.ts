import { EmailTakenError, type User, type UserRepository } from '@algotheque/domain';
import { equal, equalOneTrue, ok, present, rejects } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { newUser, newUsers } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { setUser } from './emails.ts';

export function addUserDeleteTests(test: AddTest<Fixture<UserRepository>>): void {
  test('hides a marked user from every method', async ({ port }) => {
    const user = await port.insert(newUser());
    equal(await port.markDeleted(user.id), true);
    await absentEverywhere(port, user);
    equal(await port.markDeleted(user.id), false, 'marked already');
    equal(await port.markDeleted(user.id + 1), false, 'an absent user');
  });

  test('marks a user only of the version that is given', async ({ port }) => {
    const { id } = await port.insert(newUser());
    const user = present(await setUser(port, id, { credentialsVersion: 2 }));
    for (const version of [1, 3]) equal(await port.markDeleted(id, version), false, `version ${version}`);
    equal(await port.findById(id), user);
    equal(await port.markDeleted(id, 2), true);
  });

  test('hides one marked user and no other', async ({ port }) => {
    const [one, other] = newUsers(2);
    const marked = await port.insert(present(one));
    const kept = await port.insert(present(other));
    await port.markDeleted(marked.id);
    equal(await port.findById(kept.id), kept);
    equal(await port.existing([marked.id, kept.id]), [kept.id]);
  });

  test('keeps the e-mail of a marked user taken until delete', async ({ port }) => {
    const { id } = await port.insert(newUser());
    await port.markDeleted(id);
    await rejects(() => port.insert(newUser()), EmailTakenError);
    await port.delete(id);
    const next = await port.insert(newUser({ pseudo: 'next' }));
    ok(next.id !== id, 'the id was given again');
    equal(await port.findByEmail(next.adresseMail), next);
  });

  test('lets one of 30 racing marks succeed', { uses: 'another' }, async (fixture, ports) => {
    const { id } = await fixture.port.insert(newUser());
    await equalOneTrue(
      race(ports, 30, (port) => port.markDeleted(id)),
      'markDeleted',
    );
  });

  test('never restores a user by a call that races with the mark', { uses: 'another' }, async (fixture, ports) => {
    for (const fields of newUsers(10)) {
      const user = await fixture.port.insert(fields);
      const calls = [
        (port: UserRepository) => setUser(port, user.id, { pseudo: 'back' }),
        (port: UserRepository) => port.markDeleted(user.id),
        (port: UserRepository) => setUser(port, user.id, { isVerified: true }),
      ];
      await Promise.all(race(ports, calls.length, async (port, index) => calls[index]?.(port)));
      await absentEverywhere(fixture.port, user);
    }
  });

  test('deletes a user, marked or not, repeatably', async ({ port }) => {
    for (const [index, fields] of newUsers(2).entries()) {
      const user = await port.insert(fields);
      if (index === 0) await port.markDeleted(user.id);
      await port.delete(user.id);
      equal(await port.findById(user.id), null);
      equal(await port.markDeleted(user.id), false, 'a deleted user');
      await port.delete(user.id);
      equal((await port.insert(fields)).adresseMail, fields.adresseMail, 'the freed address');
    }
  });

  test('never restores a deleted user by a change', async ({ port }) => {
    const user = await port.insert(newUser());
    await port.delete(user.id);
    await absentEverywhere(port, user);
  });

  test('never reuses an id', async ({ port }) => {
    const given = await insertAndDelete(port, 5);
    equal(new Set(given).size, 5, 'different ids');
  });

  test('never reuses an id after a restart', { needs: 'reopen' }, async (fixture) => {
    const before = await insertAndDelete(fixture.port, 5);
    const after = await insertAndDelete(await fixture.reopen(), 5);
    equal(new Set([...before, ...after]).size, 10, 'different ids');
  });

  test('keeps marks and deletions over a restart', { needs: 'reopen' }, async (fixture) => {
    const [one, other] = newUsers(2);
    const marked = await fixture.port.insert(present(one));
    const deleted = await fixture.port.insert(present(other));
    await fixture.port.markDeleted(marked.id);
    await fixture.port.delete(deleted.id);
    const port = await fixture.reopen();
    await absentEverywhere(port, marked);
    equal(await port.findById(deleted.id), null);
    await rejects(() => port.insert(present(one)), EmailTakenError);
    await port.insert(present(other));
  });

  test('leaves no data of a deleted user in the store', { needs: 'dump' }, async (fixture) => {
    const secret = newUser({
      adresseMail: 'gone@example.org',
      pseudo: 'Gone Girl',
      mdpHash: '$goneHash',
      urlPfp: 'https://gone',
    });
    const { id } = await fixture.port.insert(secret);
    await setUser(fixture.port, id, { pseudo: 'Gone Boy' });
    const parts = ['gone@example.org', 'Gone', '$goneHash', 'https://gone'];
    const before = await fixture.dump();
    for (const part of parts) ok(before.includes(part), `the dump of the fixture does not show ${part}`);
    await fixture.port.delete(id);
    const dump = await fixture.dump();
    for (const part of parts) ok(!dump.includes(part), `${part} is there`);
  });
}

/** Saves and deletes users one after the other; resolves to their ids. */
async function insertAndDelete(port: UserRepository, count: number): Promise<number[]> {
  const given: number[] = [];
  for (const user of newUsers(count)) {
    const { id } = await port.insert(user);
    given.push(id);
    await port.delete(id);
  }
  return given;
}

/** Checks that the user is absent for every method but `markDeleted` and `delete`, and that no method brings the user back. */
async function absentEverywhere(port: UserRepository, user: User): Promise<void> {
  const { id, adresseMail } = user;
  equal(await setUser(port, id, { pseudo: 'back' }), null, 'change');
  equal(await port.findById(id), null, 'findById');
  equal(await port.findByEmail(adresseMail), null, 'findByEmail');
  equal(await port.findByMailbox(adresseMail), null, 'findByMailbox');
  equal(await port.existing([id]), [], 'existing');
}
