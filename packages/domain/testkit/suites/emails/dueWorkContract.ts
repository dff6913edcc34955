import type { Due, DueWork, User, UserRepository } from '@algotheque/domain';
import { changedUser, withVerified } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import { addHealthTests } from '../capabilities.ts';
import { leavesOut } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { dueOf, NOW, newUser } from '../samples.ts';
import { type AddTest, contract } from '../suite.ts';

/** Due work, and the users of the same store, who make work due. */
export interface DueWorkFixture extends Fixture<DueWork> {
  readonly users: UserRepository;
}

/** Later than all dates but those of a clock that was ahead. */
const EVERYTHING = { before: NOW + 1_000, limit: 100 };

const insertDue = (users: UserRepository, name: string, ...due: Due[]): Promise<User> =>
  users.insert(newUser({ adresseMail: `${name}@example.org`, due }));

/** What every DueWork promises. */
export const dueWorkContract = contract<DueWorkFixture>('DueWork', (test) => {
  addListTests(test);
  addEndTests(test);
  addHealthTests(test, (port) => ({
    listDue: () => port.listDue({ before: 1, after: 1, limit: 1 }),
    end: () => port.end(1, { kind: 'notice', version: 1 }),
  }));
});

function addListTests(test: AddTest<DueWorkFixture>): void {
  test('lists users for whom work is due since before a date or after another date, oldest first', async ({
    port,
    users,
  }) => {
    const dates = { late: 30, zero: 0, early: 9, between: 20, ahead: 8.64e15 };
    for (const [name, date] of Object.entries(dates)) await insertDue(users, name, dueOf('notice', { date }));
    await insertDue(users, 'none');
    const listed = async (before: number, limit: number, after?: number) =>
      (await port.listDue({ before, limit, ...(after !== undefined && { after }) })).map(
        ({ adresseMail }) => adresseMail.split('@')[0],
      );
    equal(await listed(31, 10), ['zero', 'early', 'between', 'late']);
    equal(await listed(30, 10), ['zero', 'early', 'between'], 'before, not at');
    equal(await listed(31, 2), ['zero', 'early'], 'at most two');
    equal(await listed(31, 0), [], 'at most none');
    equal(await listed(9, 10, 30), ['zero', 'ahead'], 'after, not at');
    equal(await listed(9, 10, 29), ['zero', 'late', 'ahead']);
    equal(await listed(9, 10, 8.64e15), ['zero']);
  });

  test('lists a user once, by the oldest work, with work of every kind', async ({ port, users }) => {
    const newer = await insertDue(users, 'newer', dueOf('notice', { date: 20 }));
    const both = await insertDue(
      users,
      'both',
      dueOf('changed', { date: 10, version: 1, adresseMail: 'former@example.org' }),
      dueOf('changed', { date: 30, version: 2, adresseMail: 'other@example.org' }),
    );
    equal(await port.listDue({ before: 40, limit: 10 }), [both, newer]);
    equal(await port.listDue({ before: 15, after: 25, limit: 10 }), [both], 'by either end');
    equal(await port.listDue({ before: 5, after: 25, limit: 10 }), [both], 'by the newest');
    for (const [index, kind] of (['withdrawal', 'confirmation', 'displaced'] as const).entries()) {
      const user = await insertDue(users, kind, dueOf(kind, { date: index }));
      equal(await port.listDue({ before: index + 1, limit: 10 }), [user], kind);
      await users.delete(user.id);
    }
  });

  test('lists users with all fields, verified or not, and omits users who are being deleted', async ({
    port,
    users,
  }) => {
    const [open, verified, deleted, confirmed] = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name, index) => insertDue(users, name, dueOf('notice', { date: NOW - 1 + index }))),
    );
    await users.change(present(verified).id, withVerified);
    await users.markDeleted(present(deleted).id);
    await users.change(present(confirmed).id, (now) => changedUser(now, 1, { isVerified: true }));
    equal(await port.listDue(EVERYTHING), [
      present(open),
      { ...present(verified), isVerified: true },
      { ...present(confirmed), isVerified: true },
    ]);
  });

  test('omits a damaged user, and lists as many others', { needs: 'damage' }, async ({ port, users, damage }) => {
    const due = [];
    for (const turn of [0, 1, 2, 3]) due.push(await insertDue(users, `user${turn}`, dueOf('notice', { date: turn })));
    const damaged = await damage(present(due[0]).id);
    const rows = due.slice(1, 3);
    await leavesOut((onDamaged) => port.listDue({ before: 9, limit: 2 }, onDamaged), { rows, damaged });
  });
}

function addEndTests(test: AddTest<DueWorkFixture>): void {
  test('ends the work of a kind and version, and no other', async ({ port, users }) => {
    const changed = [1, 2].map((version) =>
      dueOf('changed', { version, date: NOW + version, adresseMail: `former${version}@example.org` }),
    );
    const user = await insertDue(users, 'ada', dueOf('notice', { version: 2 }), ...changed);
    const other = await insertDue(users, 'bob', dueOf('notice', { version: 2 }));
    for (const entry of [
      { kind: 'notice', version: 1 },
      { kind: 'withdrawal', version: 2 },
      { kind: 'changed', version: 3 },
    ] as const) {
      await port.end(user.id, entry);
    }
    await port.end(other.id + 1, { kind: 'notice', version: 2 });
    equal(await port.listDue(EVERYTHING), [user, other], 'unchanged');
    for (let times = 0; times < 2; times += 1) await port.end(user.id, { kind: 'changed', version: 1 });
    const left = { ...user, due: user.due.filter((one) => one !== user.due[1]) };
    equal(await port.listDue(EVERYTHING), [left, other], 'one is ended');
    await port.end(user.id, { kind: 'notice', version: 2 });
    await port.end(user.id, { kind: 'changed', version: 2 });
    equal(await port.listDue(EVERYTHING), [other], 'all are ended');
    equal(await users.findById(user.id), { ...user, due: [] });
  });

  test('restores no user who is being deleted', async ({ port, users }) => {
    const { id } = await insertDue(users, 'ada', dueOf('notice', {}), dueOf('withdrawal', {}));
    await users.markDeleted(id);
    await port.end(id, { kind: 'notice', version: 1 });
    await port.end(id, { kind: 'withdrawal', version: 1 });
    equal(await users.findById(id), null);
    equal(await port.listDue(EVERYTHING), []);
  });

  test('keeps over a restart that a withdrawal has ended', { needs: 'reopen' }, async (fixture) => {
    const { id, due } = await insertDue(
      fixture.users,
      'ada',
      dueOf('withdrawal', {}),
      dueOf('notice', { date: NOW + 1 }),
    );
    await fixture.port.end(id, { kind: 'withdrawal', version: 1 });
    const [left] = await (await fixture.reopen()).listDue(EVERYTHING);
    equal(left?.due, [due[1]]);
  });

  test('ends work while other changes of the user race with it, and loses none', {
    uses: 'another',
  }, async (fixture) => {
    const { users } = fixture;
    const port = (await fixture.another?.()) ?? fixture.port;
    const { id } = await insertDue(users, 'ada', dueOf('notice', {}), dueOf('withdrawal', { version: 1 }));
    await Promise.all([
      port.end(id, { kind: 'notice', version: 1 }),
      users.change(id, (now) => changedUser(now, 1, { pseudo: 'Grace' })),
      port.end(id, { kind: 'withdrawal', version: 1 }),
      users.change(id, withVerified),
    ]);
    const { pseudo, isVerified, due } = present(await users.findById(id));
    equal({ pseudo, isVerified, kinds: due.map(({ kind }) => kind) }, { pseudo: 'Grace', isVerified: true, kinds: [] });
  });
}
