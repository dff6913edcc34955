import type { UserRepository } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import { leavesOut } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { newUser, newUsers } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { setUser } from './emails.ts';

export function addUserListTests(test: AddTest<Fixture<UserRepository>>): void {
  test('lists users by ascending id, after any id', async ({ port }) => {
    const users = [];
    for (const fields of newUsers(4)) users.push(await port.insert(fields));
    const [first, second, third, last] = users.map((user) => present(user));
    equal(await port.list({ after: 0, limit: 1_000 }), users);
    equal(await port.list({ after: present(first).id, limit: 2 }), [second, third]);
    equal(await port.list({ after: present(last).id, limit: 2 }), []);
  });

  test('lists no user that is marked for deletion', async ({ port }) => {
    const users = [];
    for (const fields of newUsers(3)) users.push(await port.insert(fields));
    await port.markDeleted(present(users[1]).id);
    equal(await port.list({ after: 0, limit: 2 }), [users[0], users[2]]);
  });

  test('omits a damaged user from the list of users, and lists as many others', {
    needs: 'damage',
  }, async ({ port, damage }) => {
    const users = [];
    for (const fields of newUsers(4)) users.push(await port.insert(fields));
    const damaged = await damage(present(users[0]).id);
    const rows = [present(users[1]), present(users[2])];
    await leavesOut((onDamaged) => port.list({ after: 0, limit: 2 }, onDamaged), { rows, damaged });
  });

  test('lists the parameters of the stored hashes, each once', async ({ port }) => {
    const parameters = ['$argon2id$v=19$m=19456,t=2,p=1$', '$argon2id$v=19$m=64,t=2,p=1$', '$memory$c=1$'];
    const stored = async () => (await port.hashParameters()).toSorted();
    equal(await stored(), []);
    const users: number[] = [];
    for (const [index, each] of parameters.entries()) {
      for (const user of newUsers(3, { mdpHash: `${each}c2FsdA${index}$aGFzaA${index}` })) {
        const adresseMail = `${index}-${user.adresseMail}`;
        users.push((await port.insert({ ...user, adresseMail, mdpHash: `${user.mdpHash}${users.length}` })).id);
      }
    }
    for (const [index, mdpHash] of ['', 'no hash', '$', 'a$b', '$$', 'a$$'].entries()) {
      await port.insert(newUser({ adresseMail: `no-hash-${index}@example.org`, mdpHash }));
    }
    equal(await stored(), parameters.toSorted());
    const [first = 0, second = 0, third = 0] = users;
    await setUser(port, first, { mdpHash: `${parameters[1]}c2FsdA$bmV3` });
    await port.markDeleted(second);
    equal(await stored(), parameters.toSorted(), 'one is left');
    await setUser(port, third, { mdpHash: `${parameters[2]}c2FsdA$bmV3` });
    equal(await stored(), parameters.slice(1).toSorted(), 'none is left');
  });
}
