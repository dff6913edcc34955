import type { UserRepository } from '../../../../src/index.ts';
import { memoryUserRepository } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { type BrokenVariants, onData } from './broken.ts';

const on = onData(memoryUserRepository);

/** Faults with mails that are due. */
export const brokenDueMails: BrokenVariants<Fixture<UserRepository>> = {
  'skips a damaged user with a due mail without a report': {
    fails: 'omits a damaged user from the users with due mails',
    open: on((port) => ({ listConfirmationDue: (query) => port.listConfirmationDue(query, () => {}) })),
  },
  'stops a list at a damaged user': {
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
  'restores a marked user when a due mail is set': {
    fails: 'hides a marked user',
    open: on((_port, data) => ({
      async setConfirmationDue(id, confirmationDue) {
        const row = data.users.get(id);
        if (row !== undefined) data.users.set(id, { user: { ...row.user, confirmationDue }, deleted: false });
      },
    })),
  },
  'lists mails that are due since the date itself': {
    fails: 'lists users whose mail is due since before a date',
    open: on((port) => ({
      listConfirmationDue: ({ before, ...rest }) => port.listConfirmationDue({ before: before + 1, ...rest }),
    })),
  },
  'omits mails that are due since a future date': {
    fails: 'lists also users whose mail is due since after a date, set while the clock was ahead',
    open: on((port) => ({
      listConfirmationDue: ({ before, limit }) => port.listConfirmationDue({ before, limit }),
    })),
  },
  'saves a new password before it sets the mail as due': {
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
  'ends every notice': {
    fails: 'ends the given notice',
    open: on((port) => ({
      async endNoticeDue(id) {
        await port.endNoticeDue(id, (await port.findById(id))?.noticeDue?.date ?? 0);
      },
    })),
  },
  'ends a notice with the confirmation': {
    fails: 'keeps a due mail when other fields change',
    open: on((port) => ({
      async update(id, version, changes) {
        const user = await port.update(id, version, changes);
        if (changes.isVerified === true) await port.endNoticeDue(id, user?.noticeDue?.date ?? 0);
        return user;
      },
    })),
  },
  'lists notices that are due since the date itself': {
    fails: 'lists users whose notice is due since before a date or after another date',
    open: on((port) => ({
      listNoticeDue: ({ before, ...rest }) => port.listNoticeDue({ before: before + 1, ...rest }),
    })),
  },
  'lists notices of unverified users only': {
    fails: 'lists users with all fields whose notice is due, verified or not, and omits users who are being deleted',
    open: on((port) => ({
      listNoticeDue: async (query) => (await port.listNoticeDue(query)).filter(({ isVerified }) => !isVerified),
    })),
  },
};
