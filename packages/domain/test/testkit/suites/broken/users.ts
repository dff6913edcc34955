import { EmailTakenError, FRESH_USER, intact, type NewUser, type UserRepository } from '../../../../src/index.ts';
import { type MemoryData, memoryUserRepository } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { dataFixture } from '../../memory/memoryFixtures.ts';
import { absentIfDamaged, type BrokenVariants, onData, overridePort, tick } from './broken.ts';
import { brokenEmails } from './emails.ts';

const on = onData(memoryUserRepository);

const has = (data: MemoryData, email: string) =>
  [...data.users.values()].some(({ user }) => user.adresseMail === email);

function put(data: MemoryData, fields: NewUser) {
  const user = { ...fields, ...FRESH_USER, id: data.nextId('user') };
  data.users.set(user.id, { user, deleted: false });
  return user;
}

export const brokenUsers: BrokenVariants<Fixture<UserRepository>> = {
  ...brokenEmails,
  'treats a damaged user as absent': {
    fails: 'rejects for a damaged user',
    open: on((port) => ({ findById: (id) => absentIfDamaged(port.findById(id), null) })),
  },
  'serves values that were never written': {
    fails: 'rejects for a value that was never written',
    open: on((_port, data) => ({ findById: async (id) => data.users.get(id)?.user ?? null })),
  },
  'leaves users with values that were never written out in silence': {
    fails: 'rejects for a value that was never written',
    open: on((port) => ({ list: (query) => port.list(query, () => {}) })),
  },
  'raises a version that cannot be raised': {
    fails: 'changes nothing of a user whose version cannot be raised',
    open: on((port, data) => ({
      async update(id, version, changes) {
        const row = data.users.get(id);
        if (row?.user.credentialsVersion === version) data.users.set(id, { ...row, user: { ...row.user, ...changes } });
        return port.update(id, version, changes);
      },
    })),
  },
  'makes work due after the change': {
    fails: 'makes work due with the change',
    open: on((port) => ({
      async update(id, version, { due, ...changes }) {
        const user = await port.update(id, version, changes);
        const now = await port.findById(id);
        if (now !== null && due !== undefined) await port.update(id, now.credentialsVersion, { due });
        return user && port.findById(id);
      },
    })),
  },
  'keeps all work that was ever due': {
    fails: 'lets work that becomes due take the place of earlier work of its kind',
    open: on((port, data) => ({
      async update(id, version, changes) {
        const before = data.users.get(id)?.user.due ?? [];
        const user = await port.update(id, version, changes);
        if (user === null) return null;
        const next = { ...user, due: [...before, ...(changes.due ?? [])] };
        data.users.set(id, { user: next, deleted: false });
        return next;
      },
    })),
  },
  'ends all work with the confirmation': {
    fails: 'keeps what is due when other fields change',
    open: on((port, data) => ({
      async update(id, version, changes) {
        const user = await port.update(id, version, changes);
        if (user === null || changes.isVerified !== true) return user;
        const next = { ...user, due: [] };
        data.users.set(id, { user: next, deleted: false });
        return next;
      },
    })),
  },
  'checks the e-mail first and inserts later': {
    fails: 'lets one of 50 racing inserts of an e-mail succeed',
    open: on((_port, data) => ({
      async insert(user) {
        if (has(data, user.adresseMail)) throw new EmailTakenError();
        await tick();
        return put(data, user);
      },
    })),
  },
  'reads the last id first and writes it later': {
    fails: 'gives different ids to 50 racing inserts',
    open: on((_port, data) => ({
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
  },
  'folds the case of e-mails': {
    fails: 'compares e-mails exactly',
    open: on((port) => ({ insert: (user) => port.insert({ ...user, adresseMail: user.adresseMail.toLowerCase() }) })),
  },
  'normalises texts': {
    fails: 'keeps every value exactly',
    open: on((port) => ({ insert: (user) => port.insert({ ...user, pseudo: user.pseudo.normalize('NFC') }) })),
  },
  'lists the parameters of removed hashes': {
    fails: 'lists the parameters of the stored hashes, each once',
    open: on((port) => {
      const reported = new Set<string>();
      return {
        async hashParameters() {
          for (const parameters of await port.hashParameters()) reported.add(parameters);
          return [...reported];
        },
      };
    }),
  },
  'lists whole hashes as parameters': {
    fails: 'lists the parameters of the stored hashes, each once',
    open: on((_port, data) => ({
      hashParameters: async () => [...data.users.values()].map(({ user }) => user.mdpHash),
    })),
  },
  'resolves to the user with the e-mail in place of an error': {
    fails: 'refuses a taken e-mail',
    open: on((port) => ({
      insert: async (user) => (await port.findByEmail(user.adresseMail)) ?? port.insert(user),
    })),
  },
  'gives the highest id again after a deletion': {
    fails: 'never reuses an id',
    open: on((port, data) => ({
      async delete(id) {
        await port.delete(id);
        data.lastIds.set('user', Math.max(0, ...data.users.keys()));
      },
    })),
  },
  'computes the next id from existing records at a restart': {
    fails: 'never reuses an id',
    open: on((_port, data) => {
      data.lastIds.set('user', Math.max(0, ...data.users.keys()));
      return {};
    }),
  },
  'frees the e-mail with the mark': {
    fails: 'keeps the e-mail of a marked user taken until delete',
    open: on((port, data) => ({
      insert(fields) {
        for (const { user, deleted } of data.users.values()) {
          if (deleted && user.adresseMail === fields.adresseMail) data.users.delete(user.id);
        }
        return port.insert(fields);
      },
    })),
  },
  'updates a user with any address': {
    fails: 'updates only a user with the address that is named',
    open: on((port) => ({
      update: (id, version, { ifAdresseMail: _, ...changes }) => port.update(id, version, changes),
    })),
  },
  'compares the address without case': {
    fails: 'updates only a user with the address that is named',
    open: on((port) => ({
      async update(id, version, { ifAdresseMail, ...changes }) {
        const user = await port.findById(id);
        const isAt = ifAdresseMail?.toLowerCase() === (ifAdresseMail && user?.adresseMail.toLowerCase());
        return isAt ? port.update(id, version, changes) : null;
      },
    })),
  },
  'marks a user of any version': {
    fails: 'marks a user only of the version that is given',
    open: on((port) => ({ markDeleted: (id) => port.markDeleted(id) })),
  },
  'raises credentialsVersion with every update': {
    fails: 'raises credentialsVersion with mdpHash only',
    open: on((port, data) => ({
      async update(id, version, changes) {
        const user = await port.update(id, version, changes);
        if (user === null) return null;
        const next = { ...user, credentialsVersion: version + 1 };
        data.users.set(id, { user: next, deleted: false });
        return next;
      },
    })),
  },
  'compares the version first and writes later': {
    fails: 'lets one of 30 racing new passwords succeed',
    open: on((port) => ({
      async update(id, version, changes) {
        if ((await port.findById(id))?.credentialsVersion !== version) return null;
        await tick();
        const now = await port.findById(id);
        return port.update(id, now?.credentialsVersion ?? version, changes);
      },
    })),
  },
  'accepts every confirmation that read before the first one wrote': {
    fails: 'lets one of 50 racing confirmations succeed',
    open: on((port) => ({
      async markVerified(id) {
        const user = await port.findById(id);
        await tick();
        return (await port.markVerified(id)) || user?.isVerified === false;
      },
    })),
  },
  'keeps the version of a user who is disabled': {
    fails: 'raises credentialsVersion with the disabling only',
    open: on((port, data) => ({
      async update(id, version, changes) {
        const user = await port.update(id, version, changes);
        if (user === null || changes.isDisabled !== true) return user;
        const next = { ...user, credentialsVersion: version };
        data.users.set(id, { user: next, deleted: false });
        return next;
      },
    })),
  },
  'enables with a new password': {
    fails: 'raises credentialsVersion with the disabling only',
    open: on((port) => ({
      update: (id, version, changes) =>
        port.update(id, version, changes.mdpHash === undefined ? changes : { isDisabled: false, ...changes }),
    })),
  },
  'lists users that are marked for deletion': {
    fails: 'lists no user that is marked for deletion',
    open: on((_port, data) => ({
      list: async ({ after, limit }) =>
        [...data.users.values()]
          .map(({ user }) => user)
          .filter(({ id }) => id > after)
          .slice(0, limit),
    })),
  },
  'lists the user of the id again': {
    fails: 'lists users by ascending id, after any id',
    open: on((port) => ({
      list: ({ after, limit }, onDamaged) => port.list({ after: Math.max(0, after - 1), limit }, onDamaged),
    })),
  },
  'limits the list before it leaves out damaged users': {
    fails: 'omits a damaged user from the list of users',
    open: on((_port, data) => ({
      list: async ({ after, limit }, onDamaged) =>
        intact(
          [...data.users.values()].filter(({ user, deleted }) => user.id > after && !deleted).slice(0, limit),
          ({ user }) => data.read('users', user.id, user),
          { onDamaged },
        ),
    })),
  },
  'keeps data of deleted users': {
    fails: 'leaves no data of a deleted user in the store',
    open: on((port, data) => {
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
  },
  'finds no user when the store is down': {
    fails: 'throws UnavailableError',
    open: async () =>
      overridePort<UserRepository, Fixture<UserRepository>>(await dataFixture(memoryUserRepository), (port) => ({
        findById: (id) => port.findById(id).catch(() => null),
      })),
  },
};
