import { EmailTakenError, type NewUser, type UserRepository } from '../../../../src/index.ts';
import { type MemoryData, memoryUserRepository } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { dataFixture } from '../../memory/memoryFixtures.ts';
import { absentIfDamaged, type BrokenVariants, onData, overridePort, tick } from './broken.ts';

const on = onData(memoryUserRepository);

const has = (data: MemoryData, email: string) =>
  [...data.users.values()].some(({ user }) => user.adresseMail === email);

function put(data: MemoryData, fields: NewUser) {
  const user = { ...fields, id: data.nextId('user'), credentialsVersion: 1 };
  data.users.set(user.id, { user, deleted: false });
  return user;
}

export const brokenUsers: BrokenVariants<Fixture<UserRepository>> = {
  'takes a damaged user for absent': {
    fails: 'rejects for a damaged user',
    open: on((port) => ({ findById: (id) => absentIfDamaged(port.findById(id), null) })),
  },
  'serves values that were never written': {
    fails: 'rejects for a value that was never written',
    open: on((_port, data) => ({ findById: async (id) => data.users.get(id)?.user ?? null })),
  },
  'leaves users with values that were never written out in silence': {
    fails: 'rejects for a value that was never written',
    open: on((port) => ({ listNoticeDue: (query) => port.listNoticeDue(query, () => {}) })),
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
  'skips a damaged user who is owed a mail in silence': {
    fails: 'omits a damaged user from the users with due mails',
    open: on((port) => ({ listConfirmationDue: (query) => port.listConfirmationDue(query, () => {}) })),
  },
  'lets a damaged user stop a list': {
    fails: 'omits a damaged user from the users with due mails',
    open: on((port) => ({ listNoticeDue: (query) => port.listNoticeDue(query) })),
  },
  'counts a damaged user as one of those it lists': {
    fails: 'omits a damaged user from the users with due mails',
    open: on((port) => ({
      async listNoticeDue(query, onDamaged) {
        let damaged = 0;
        const listed = await port.listNoticeDue(query, (damage) => {
          damaged += 1;
          onDamaged?.(damage);
        });
        return listed.slice(0, query.limit - damaged);
      },
    })),
  },
  'looks for the address first and inserts later': {
    fails: 'lets one of 50 racing inserts of an e-mail succeed',
    open: on((_port, data) => ({
      async insert(user) {
        if (has(data, user.adresseMail)) throw new EmailTakenError();
        await tick();
        return put(data, user);
      },
    })),
  },
  'takes the next id before it knows it is alone': {
    fails: 'gives different ids to 50 racing inserts',
    open: on((_port, data) => ({
      async insert(fields) {
        if (has(data, fields.adresseMail)) throw new EmailTakenError();
        const id = (data.lastIds.get('user') ?? 0) + 1;
        await tick();
        data.lastIds.set('user', id);
        const user = { ...fields, id, credentialsVersion: 1 };
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
  'tells the parameters of hashes that are gone': {
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
  'takes a hash for its parameters': {
    fails: 'lists the parameters of the stored hashes, each once',
    open: on((_port, data) => ({
      hashParameters: async () => [...data.users.values()].map(({ user }) => user.mdpHash),
    })),
  },
  'gives who has the e-mail in place of an error': {
    fails: 'refuses a taken e-mail',
    open: on((port) => ({
      insert: async (user) => (await port.findByEmail(user.adresseMail)) ?? port.insert(user),
    })),
  },
  'gives the highest id again once it is free': {
    fails: 'never reuses an id',
    open: on((port, data) => ({
      async delete(id) {
        await port.delete(id);
        data.lastIds.set('user', Math.max(0, ...data.users.keys()));
      },
    })),
  },
  'finds the next id from what is there at a restart': {
    fails: 'never reuses an id',
    open: on((_port, data) => {
      data.lastIds.set('user', Math.max(0, ...data.users.keys()));
      return {};
    }),
  },
  'frees the address with the mark': {
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
  'brings a marked user back by a note': {
    fails: 'hides a marked user',
    open: on((_port, data) => ({
      async setConfirmationDue(id, confirmationDue) {
        const row = data.users.get(id);
        if (row !== undefined) data.users.set(id, { user: { ...row.user, confirmationDue }, deleted: false });
      },
    })),
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
  'lets everybody confirm who came before the first was done': {
    fails: 'lets one of 50 racing confirmations succeed',
    open: on((port) => ({
      async markVerified(id) {
        const user = await port.findById(id);
        await tick();
        return (await port.markVerified(id)) || user?.isVerified === false;
      },
    })),
  },
  'lists who is owed a mail since the date itself': {
    fails: 'lists users whose mail is due since before a date',
    open: on((port) => ({
      listConfirmationDue: ({ before, ...rest }) => port.listConfirmationDue({ before: before + 1, ...rest }),
    })),
  },
  'leaves who is owed a mail since a future date': {
    fails: 'lists also users whose mail is due since after a date, set while the clock was ahead',
    open: on((port) => ({
      listConfirmationDue: ({ before, limit }) => port.listConfirmationDue({ before, limit }),
    })),
  },
  'saves a new password before it notes what is owed': {
    fails: 'sets the mail about a new password as due with that password',
    open: on((port) => ({
      async update(id, version, { noticeDue, ...changes }) {
        const user = await port.update(id, version, changes);
        const now = await port.findById(id);
        if (now !== null && noticeDue !== undefined) await port.update(id, now.credentialsVersion, { noticeDue });
        return user && port.findById(id);
      },
    })),
  },
  'ends whatever notice is owed': {
    fails: 'ends the given notice',
    open: on((port) => ({
      async endNoticeDue(id) {
        await port.endNoticeDue(id, (await port.findById(id))?.noticeDue?.date ?? 0);
      },
    })),
  },
  'ends what is owed with the confirmation': {
    fails: 'keeps a due mail when other fields change',
    open: on((port) => ({
      async update(id, version, changes) {
        const user = await port.update(id, version, changes);
        if (changes.isVerified === true) await port.endNoticeDue(id, user?.noticeDue?.date ?? 0);
        return user;
      },
    })),
  },
  'lists who is owed a notice since the date itself': {
    fails: 'lists users whose notice is due since before a date or after another date',
    open: on((port) => ({
      listNoticeDue: ({ before, ...rest }) => port.listNoticeDue({ before: before + 1, ...rest }),
    })),
  },
  'notifies only who is not verified': {
    fails: 'lists users with all fields whose notice is due, verified or not, and omits users who are being deleted',
    open: on((port) => ({
      listNoticeDue: async (query) => (await port.listNoticeDue(query)).filter(({ isVerified }) => !isVerified),
    })),
  },
  'keeps what it deletes': {
    fails: 'leaves no data of a deleted user in the store',
    open: on((port, data) => {
      const bin: MemoryData & { bin?: unknown } = data;
      const dump = data.dump.bind(data);
      return {
        async delete(id) {
          bin.bin = data.users.get(id);
          data.dump = () => dump() + JSON.stringify(bin.bin);
          await port.delete(id);
        },
      };
    }),
  },
  'finds nobody when the store is down': {
    fails: 'throws UnavailableError',
    open: async () =>
      overridePort<UserRepository, Fixture<UserRepository>>(await dataFixture(memoryUserRepository), (port) => ({
        findById: (id) => port.findById(id).catch(() => null),
      })),
  },
};
