import type { UserRepository } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import { leavesOut } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { newUsers } from '../samples.ts';
import type { AddTest } from '../suite.ts';

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
}
