import type { UserRepository } from '../../../../src/index.ts';
import { memoryUserRepository } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { type BrokenVariants, onData } from './broken.ts';

const on = onData(memoryUserRepository);

/** Faults with withdrawals of rights that are due. */
export const brokenDueWithdrawals: BrokenVariants<Fixture<UserRepository>> = {
  'loses that a withdrawal is due': {
    fails: 'sets the withdrawal of rights as due with a new password',
    open: on((port) => ({
      update: (id, version, { withdrawalDue: _lost, ...changes }) => port.update(id, version, changes),
    })),
  },
  'ends a withdrawal with the next change': {
    fails: 'sets the withdrawal of rights as due with a new password',
    open: on((port) => ({
      async update(id, version, changes) {
        const user = await port.update(id, version, changes);
        if (changes.withdrawalDue === undefined) await port.endWithdrawalDue(id, user?.withdrawalDue?.date ?? 0);
        return user;
      },
    })),
  },
  'ends every withdrawal': {
    fails: 'ends the withdrawal that is due since a date',
    open: on((port) => ({
      async endWithdrawalDue(id) {
        await port.endWithdrawalDue(id, (await port.findById(id))?.withdrawalDue?.date ?? 0);
      },
    })),
  },
  'never ends a withdrawal': {
    fails: 'ends the withdrawal that is due since a date',
    open: on(() => ({ async endWithdrawalDue() {} })),
  },
  'lists withdrawals that are due since the date itself': {
    fails: 'lists users whose withdrawal is due since before a date or after another date',
    open: on((port) => ({
      listWithdrawalDue: ({ before, ...rest }) => port.listWithdrawalDue({ before: before + 1, ...rest }),
    })),
  },
  'skips a damaged user with a due withdrawal without a report': {
    fails: 'omits a damaged user from the users whose withdrawal is due',
    open: on((port) => ({ listWithdrawalDue: (query) => port.listWithdrawalDue(query, () => {}) })),
  },
};
