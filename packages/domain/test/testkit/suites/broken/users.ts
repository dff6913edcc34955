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
import { absentIfDamaged, type ChangesOf, onCut, onData, tick } from './broken.ts';
import { carelessUsers } from './columnsOfUsers.ts';
import { brokenEmails, edited } from './emails.ts';

const on = onData(memoryUserRepository);
const unreachable = onCut(() => dataFixture(memoryUserRepository));

const has = (data: MemoryData, email: string) =>
  [...data.users.values()].some(({ user }) => user.adresseMail === email);

function put(data: MemoryData, fields: NewUser) {
  const user = { ...fields, ...FRESH_USER, id: data.nextId('user') };
  data.users.set(user.id, { user, deleted: false });
  return user;
}

/** An update that changes once more what it has made of the user. */
const afterUpdate =
  (
    changesOf: (before: User, changes: Parameters<UserRepository['update']>[2]) => Partial<User>,
  ): ChangesOf<UserRepository> =>
  (port, data) => ({
    update: (id, version, changes) =>
      edited(
        data,
        id,
        () => port.update(id, version, changes),
        (_user, before) => changesOf(before, changes),
      ),
  });

export const brokenUsers = [
  on(
    'raises the version of the credentials with a right over the service',
    'gives and takes a right over the service, without raising credentialsVersion',
    afterUpdate(({ credentialsVersion }, changes) =>
      changes.serviceRight === undefined ? {} : { credentialsVersion: credentialsVersion + 1 },
    ),
  ),
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
    'leaves users with values that were never written out in silence',
    'rejects for a value that was never written',
    (port) => ({ list: (query) => port.list(query, () => {}) }),
  ),
  on(
    'raises a version that cannot be raised',
    'changes nothing of a user whose version cannot be raised',
    (port, data) => ({
      async update(id, version, changes) {
        const row = data.users.get(id);
        if (row?.user.credentialsVersion === version) data.users.set(id, { ...row, user: { ...row.user, ...changes } });
        return port.update(id, version, changes);
      },
    }),
  ),
  on('makes work due after the change', 'makes work due with the change', (port) => ({
    async update(id, version, { due, ...changes }) {
      const user = await port.update(id, version, changes);
      const now = await port.findById(id);
      if (now !== null && due !== undefined) await port.update(id, now.credentialsVersion, { due });
      return user && port.findById(id);
    },
  })),
  on(
    'keeps all work that was ever due',
    'lets work that becomes due take the place of earlier work of its kind',
    afterUpdate(({ due }, changes) => ({ due: [...due, ...(changes.due ?? [])] })),
  ),
  on(
    'ends all work with the confirmation',
    'keeps what is due when other fields change',
    afterUpdate((_before, { isVerified }) => (isVerified === true ? { due: [] } : {})),
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
  on('normalises texts', 'keeps every value exactly', (port) => ({
    insert: (user) => port.insert({ ...user, pseudo: user.pseudo.normalize('NFC') }),
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
  on('lists whole hashes as parameters', 'lists the parameters of the stored hashes, each once', (_port, data) => ({
    hashParameters: async () => [...data.users.values()].map(({ user }) => user.mdpHash),
  })),
  on('resolves to the user with the e-mail in place of an error', 'refuses a taken e-mail', (port) => ({
    insert: async (user) => (await port.findByEmail(user.adresseMail)) ?? port.insert(user),
  })),
  on('gives the highest id again after a deletion', 'never reuses an id', (port, data) => ({
    async delete(id) {
      await port.delete(id);
      data.lastIds.set('user', Math.max(0, ...data.users.keys()));
    },
  })),
  on('computes the next id from existing records at a restart', 'never reuses an id', (_port, data) => {
    data.lastIds.set('user', Math.max(0, ...data.users.keys()));
    return {};
  }),
  on('frees the e-mail with the mark', 'keeps the e-mail of a marked user taken until delete', (port, data) => ({
    insert(fields) {
      for (const { user, deleted } of data.users.values()) {
        if (deleted && user.adresseMail === fields.adresseMail) data.users.delete(user.id);
      }
      return port.insert(fields);
    },
  })),
  on('updates a user with any address', 'updates only a user with the address that is named', (port) => ({
    update: (id, version, { ifAdresseMail: _, ...changes }) => port.update(id, version, changes),
  })),
  on('compares the address without case', 'updates only a user with the address that is named', (port) => ({
    async update(id, version, { ifAdresseMail, ...changes }) {
      const user = await port.findById(id);
      const isAt = ifAdresseMail?.toLowerCase() === (ifAdresseMail && user?.adresseMail.toLowerCase());
      return isAt ? port.update(id, version, changes) : null;
    },
  })),
  on('marks a user of any version', 'marks a user only of the version that is given', (port) => ({
    markDeleted: (id) => port.markDeleted(id),
  })),
  on(
    'raises credentialsVersion with every update',
    'raises credentialsVersion with mdpHash only',
    afterUpdate(({ credentialsVersion }) => ({ credentialsVersion: credentialsVersion + 1 })),
  ),
  on('compares the version first and writes later', 'lets one of 30 racing new passwords succeed', (port) => ({
    async update(id, version, changes) {
      if ((await port.findById(id))?.credentialsVersion !== version) return null;
      await tick();
      const now = await port.findById(id);
      return port.update(id, now?.credentialsVersion ?? version, changes);
    },
  })),
  on(
    'accepts every confirmation that read before the first one wrote',
    'lets one of 50 racing confirmations succeed',
    (port) => ({
      async markVerified(id) {
        const user = await port.findById(id);
        await tick();
        return (await port.markVerified(id)) || user?.isVerified === false;
      },
    }),
  ),
  on(
    'keeps the version of a user who is disabled',
    'raises credentialsVersion with the disabling only',
    afterUpdate(({ credentialsVersion }, { isDisabled }) => (isDisabled === true ? { credentialsVersion } : {})),
  ),
  on('enables with a new password', 'raises credentialsVersion with the disabling only', (port) => ({
    update: (id, version, changes) =>
      port.update(id, version, changes.mdpHash === undefined ? changes : { isDisabled: false, ...changes }),
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
