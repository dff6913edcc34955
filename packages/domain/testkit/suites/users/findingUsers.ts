import { compareTexts, nameKey, type User, type UserRepository, type UserStartQuery } from '@algotheque/domain';
import { equal, ok, present } from '../assert.ts';
import { leavesOut } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { LONGEST_EMAIL, newUser, ODD_PSEUDOS } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { changed, setUser } from './emails.ts';

const FIELDS = ['adresseMail', 'pseudo'] as const;
const NAMES = [
  'Ada',
  'ada',
  '\u00c9mile',
  'E\u0301mile',
  'Emilie',
  'Zo\u00eb',
  'zo',
  'Ada B',
  'adA%',
  '\u{1f600}\u{10ffff}\u{10ffff}',
  ...ODD_PSEUDOS,
];
const ADDRESSES = [
  '\u00e9mile@example.org',
  'EMILE@example.org',
  'emi_le@example.org',
  'zoe@example.org',
  LONGEST_EMAIL,
];
/** Of keys: of one user, of several, of all, and of nobody. */
const STARTS = [
  '',
  'a',
  'ada',
  'ada b',
  'ada%',
  'em',
  'emile',
  'emi_',
  'zo',
  '\u{1f600}',
  '\u{1f600}\u{10ffff}',
  '%',
  '_',
  ' ',
  'user1',
  'x'.repeat(100),
  'nobody',
];

/** Users of all names, each with another address. */
async function filled(port: UserRepository): Promise<readonly User[]> {
  const users: User[] = [];
  for (const [index, pseudo] of NAMES.entries()) {
    const adresseMail = ADDRESSES[index] ?? `User${index}@example.org`;
    users.push(await port.insert(newUser({ adresseMail, pseudo: pseudo.padEnd(3, '.') })));
  }
  return users;
}

const wanted = (users: readonly User[], by: UserStartQuery['by'], start: string): readonly User[] =>
  users
    .filter((user) => nameKey(user[by]).startsWith(start))
    .toSorted((one, other) => compareTexts(nameKey(one[by]), nameKey(other[by])) || one.id - other.id);

/** Everything, page by page, with as many pages as the limit needs. */
async function walked(port: UserRepository, query: UserStartQuery): Promise<readonly User[]> {
  const { users, last } = await port.walk(query);
  ok(users.length <= query.limit, 'more users than the limit');
  if (last === null) return users;
  equal(users.length, query.limit, 'users of a page that is not the last');
  return [...users, ...(await walked(port, { ...query, after: last }))];
}

export function addUserFindingTests(test: AddTest<Fixture<UserRepository>>): void {
  test('walks along users of whom a field begins so, page by page, as a look at all of them finds them', async ({
    port,
  }) => {
    const users = await filled(port);
    for (const by of FIELDS) {
      for (const start of STARTS) {
        for (const limit of [1, 3, 100]) {
          const what = `${by} begins with ${JSON.stringify(start)}, ${limit} at once`;
          equal(await walked(port, { by, start, limit }), wanted(users, by, start), what);
        }
      }
    }
  });

  test('finds by a new name and a new address, not by former ones, and nobody who is marked', async ({ port }) => {
    const user = await port.insert(newUser({ adresseMail: 'before@example.org', pseudo: 'Before' }));
    await setUser(port, user.id, { pseudo: 'After' });
    await changed(port, present(await port.findById(user.id)), 'after');
    const found = async (start: string) => {
      const of = async (by: UserStartQuery['by']) => (await port.walk({ by, start, limit: 9 })).users.length;
      return [await of('adresseMail'), await of('pseudo')];
    };
    equal(
      [await found('before'), await found('after')],
      [
        [0, 0],
        [1, 1],
      ],
    );
    await port.markDeleted(user.id);
    equal(await found('after'), [0, 0], 'marked');
  });

  test('continues behind a position whose user has another name by now', async ({ port }) => {
    const [first, second, third] = await filled(port).then((users) => wanted(users, 'pseudo', ''));
    const query = { by: 'pseudo', start: '', limit: 2 } as const;
    const { users, last } = await port.walk(query);
    equal(users, [first, second]);
    await setUser(port, present(second).id, { pseudo: 'zzz' });
    equal((await port.walk({ ...query, limit: 1, after: present(last) })).users, [third]);
  });

  test('leaves a damaged user out of a walk, and goes on behind it', { needs: 'damage' }, async ({ port, damage }) => {
    const users = [];
    for (const name of ['aaa', 'aab', 'aac'])
      users.push(await port.insert(newUser({ adresseMail: `${name}@example.org`, pseudo: name })));
    const damaged = await damage(present(users[1]).id);
    const rows = [present(users[0]), present(users[2])];
    for (const by of FIELDS) {
      const query = { by, start: 'aa', limit: 9 } as const;
      await leavesOut(async (onDamaged) => (await port.walk(query, onDamaged)).users, { rows, damaged });
      const { last } = await port.walk({ ...query, limit: 2 }, () => {});
      equal((await port.walk({ ...query, after: present(last) })).users, rows.slice(1), by);
    }
  });

  test('finds a user by the address in another case: the only confirmed one, or else the only one', async ({
    port,
  }) => {
    const insert = (adresseMail: string) => port.insert(newUser({ adresseMail }));
    const found = async (address: string) => (await port.findByMailbox(address))?.id ?? null;
    const ada = await insert('ada@example.org');
    for (const address of ['ada@example.org', 'ADA@Example.ORG']) equal(await found(address), ada.id, address);
    for (const address of ['ada@example.com', 'ada', '', '\ud800', "ada'@example.org"])
      equal(await found(address), null, address);
    if (port.emailCase === 'folded') return; // there is no second one
    const second = await insert('Ada@example.org');
    equal(await found('ADA@example.org'), null, 'two, none confirmed');
    await setUser(port, second.id, { isVerified: true });
    const third = await insert('aDa@example.org');
    for (const address of ['ADA@example.org', 'ada@example.org'])
      equal(await found(address), second.id, 'one confirmed');
    await setUser(port, third.id, { isVerified: true });
    equal(await found('ADA@example.org'), null, 'two confirmed');
    await port.markDeleted(second.id);
    equal(await found('ADA@example.org'), third.id, 'one of them is being deleted');
  });
}
