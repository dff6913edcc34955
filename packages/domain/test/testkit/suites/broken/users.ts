import {
  EmailTakenError,
  FRESH_USER,
  intact,
  type NewUser,
  type User,
  type UserRepository,
} from '../../../../src/index.ts';
import { type MemoryData, memoryUserRepository } from '../../../../testkit/memory/index.ts';
import { dataFixture } from '../../memory/memoryFixtures.ts';
import { absentIfDamaged, type ChangesOf, narrow, onCut, onData, tick } from './broken.ts';
import { carelessUsers } from './columnsOfUsers.ts';
import { brokenEmails } from './emails.ts';

const on = onData(memoryUserRepository);
const unreachable = onCut(() => dataFixture(memoryUserRepository));

const has = (data: MemoryData, email: string) =>
  [...data.users.values()].some(({ user }) => user.adresseMail === email);

function put(data: MemoryData, fields: NewUser) {
  const user = { ...fields, ...FRESH_USER, id: data.nextId('user') };
  data.users.set(user.id, { user, deleted: false });
  return user;
}

/** A change that alters what follows from the present user. */
const altering =
  (alter: (next: User, before: User) => User): ChangesOf<UserRepository> =>
  (port) => ({
    change: (id, nextOf) =>
      port.change(id, (user) => {
        const next = nextOf(user);
        return next && alter(next, user);
      }),
  });

const WRITES = 'writes the user that follows from the present one';

const readsFirst: ChangesOf<UserRepository> = (port) => ({
  async change(id, nextOf) {
    const user = await port.findById(id);
    const next = user && nextOf(user);
    await tick();
    return port.change(id, () => next);
  },
});

export const brokenUsers = [
  on(
    'treats null as an absent field',
    WRITES,
    altering((next, before) => ({ ...next, urlPfp: next.urlPfp ?? before.urlPfp })),
  ),
  on(
    'keeps credentialsVersion in 32 bits',
    WRITES,
    altering((next) => ({ ...next, credentialsVersion: narrow(next.credentialsVersion) })),
  ),
  on(
    'keeps what was due',
    WRITES,
    altering((next, before) => ({ ...next, due: [...before.due, ...next.due] })),
  ),
  on(
    'forgets the address that is pending',
    WRITES,
    altering((next) => ({ ...next, emailChange: { ...next.emailChange, pending: null } })),
  ),
  on('resolves to the user before the change', WRITES, (port) => ({
    async change(id, nextOf) {
      const before = await port.findById(id);
      return (await port.change(id, nextOf)) && before;
    },
  })),
  on('resolves to the present user if none follows', 'changes nothing if no user follows', (port) => ({
    change: (id, nextOf) => port.change(id, (user) => nextOf(user) ?? user),
  })),
  on('changes all users', 'changes one user only', (port, data) => ({
    async change(id, nextOf) {
      for (const other of data.users.keys()) {
        if (other !== id)
          await port.change(other, (user) => ({ ...user, ...nextOf(user), id: other, adresseMail: user.adresseMail }));
      }
      return port.change(id, nextOf);
    },
  })),
  on(
    'normalises texts of a change',
    'keeps unusual texts that a change sets',
    altering((next) => ({ ...next, pseudo: next.pseudo.normalize('NFC') })),
  ),
  on('reads first and writes later', 'loses none of 30 racing changes', readsFirst),
  on('compares the version first and writes later', 'lets one of 30 racing changes of a version win', readsFirst),
  ...brokenEmails,
  ...carelessUsers,
  on('finds users by the text as it was typed', 'walks along users of whom a field begins so', (port) => ({
    async walk(query) {
      const { users, last } = await port.walk(query);
      return { users: users.filter((user) => user[query.by].startsWith(query.start)), last };
    },
  })),
  on('finds a user by a former address', 'finds by a new name and a new address', (port) => ({
    async walk({ start, ...query }) {
      const { users } = await port.walk({ ...query, start: '', limit: 100 });
      const has = (user: User) => [user.adresseMail, ...user.emailChange.former.map((one) => one.adresseMail)];
      return { users: users.filter((user) => has(user).some((address) => address.startsWith(start))), last: null };
    },
  })),
  on('begins each walk anew', 'continues behind a position whose user has another name', (port) => ({
    walk: ({ after: _ignored, ...query }) => port.walk(query),
  })),
  on('ends a walk at a damaged user', 'leaves a damaged user out of a walk', (port) => ({
    async walk(query, onDamaged) {
      let isEnded = false;
      const walked = await port.walk(query, (damage) => {
        isEnded = true;
        onDamaged?.(damage);
      });
      return isEnded ? { users: walked.users.slice(0, 1), last: null } : walked;
    },
  })),
  on('treats a damaged user as absent', 'rejects for a damaged user', (port) => ({
    findById: (id) => absentIfDamaged(port.findById(id), null),
  })),
  on('serves values that were never written', 'rejects for a value that was never written', (_port, data) => ({
    findById: async (id) => data.users.get(id)?.user ?? null,
  })),
  on(
    'raises a version that cannot be raised',
    'changes nothing of a user whose version cannot be raised',
    (port, data) => ({
      async change(id, nextOf) {
        const row = data.users.get(id);
        if (row !== undefined) data.users.set(id, { ...row, user: nextOf(row.user) ?? row.user });
        return port.change(id, nextOf);
      },
    }),
  ),
  on(
    'checks the e-mail first and inserts later',
    'lets one of 50 racing inserts of an e-mail succeed',
    (_port, data) => ({
      async insert(user) {
        if (has(data, user.adresseMail)) throw new EmailTakenError();
        await tick();
        return put(data, user);
      },
    }),
  ),
  on('reads the last id first and writes it later', 'gives different ids to 50 racing inserts', (_port, data) => ({
    async insert(fields) {
      if (has(data, fields.adresseMail)) throw new EmailTakenError();
      const id = (data.lastIds.get('user') ?? 0) + 1;
      await tick();
      data.lastIds.set('user', id);
      const user = { ...fields, ...FRESH_USER, id };
      data.users.set(id, { user, deleted: false });
      return user;
    },
  })),
  on('folds the case of e-mails', 'compares e-mails exactly', (port) => ({
    insert: (user) => port.insert({ ...user, adresseMail: user.adresseMail.toLowerCase() }),
  })),
  on('lists the parameters of removed hashes', 'lists the parameters of the stored hashes, each once', (port) => {
    const reported = new Set<string>();
    return {
      async hashParameters() {
        for (const parameters of await port.hashParameters()) reported.add(parameters);
        return [...reported];
      },
    };
  }),
  on('resolves to the user with the e-mail in place of an error', 'refuses a taken e-mail', (port) => ({
    insert: async (user) => (await port.findByEmail(user.adresseMail)) ?? port.insert(user),
  })),
  on('gives the highest id again after a deletion', 'never reuses an id', (port, data) => ({
    async delete(id) {
      await port.delete(id);
      data.lastIds.set('user', Math.max(0, ...data.users.keys()));
    },
  })),
  on('frees the e-mail with the mark', 'keeps the e-mail of a marked user taken until delete', (port, data) => ({
    insert(fields) {
      for (const { user, deleted } of data.users.values()) {
        if (deleted && user.adresseMail === fields.adresseMail) data.users.delete(user.id);
      }
      return port.insert(fields);
    },
  })),
  on('marks a user of any version', 'marks a user only of the version that is given', (port) => ({
    markDeleted: (id) => port.markDeleted(id),
  })),
  on('lists users that are marked for deletion', 'lists no user that is marked for deletion', (_port, data) => ({
    list: async ({ after, limit }) =>
      [...data.users.values()]
        .map(({ user }) => user)
        .filter(({ id }) => id > after)
        .slice(0, limit),
  })),
  on('lists the user of the id again', 'lists users by ascending id, after any id', (port) => ({
    list: ({ after, limit }, onDamaged) => port.list({ after: Math.max(0, after - 1), limit }, onDamaged),
  })),
  on(
    'limits the list before it leaves out damaged users',
    'omits a damaged user from the list of users',
    (_port, data) => ({
      list: async ({ after, limit }, onDamaged) =>
        intact(
          [...data.users.values()].filter(({ user, deleted }) => user.id > after && !deleted).slice(0, limit),
          ({ user }) => data.read('users', user.id, user),
          { onDamaged },
        ),
    }),
  ),
  on('keeps data of deleted users', 'leaves no data of a deleted user in the store', (port, data) => {
    const kept: unknown[] = [];
    const dump = data.dump.bind(data);
    return {
      async delete(id) {
        kept.push(data.users.get(id));
        data.dump = () => dump() + JSON.stringify(kept);
        await port.delete(id);
      },
    };
  }),
  unreachable('finds no user when the store is down', 'throws UnavailableError', (port) => ({
    findById: (id) => port.findById(id).catch(() => null),
  })),
];
