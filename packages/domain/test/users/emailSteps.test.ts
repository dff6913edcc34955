import { describe, expect, it } from 'vitest';
import {
  afterEmailChange,
  type EmailCase,
  type User,
  withChangedEmail,
  withChanges,
  withEmailTakenBack,
} from '../../src/index.ts';
import { dueOf, NOW } from '../../testkit/suites/samples.ts';
import { storedUser } from '../support/storedUser.ts';
import { emailOf } from '../support/world.ts';

const [ADA, BEA, CLEO, DORA] = ['ada', 'bea', 'cleo', 'dora'].map(emailOf) as [string, string, string, string];

const asking = (user: User, adresseMail: string): User =>
  withChanges(user, { pendingEmail: { adresseMail, date: NOW } });

const commit = (user: User, date = NOW, emailCase: EmailCase = 'exact') =>
  withChangedEmail(user, { date, locale: 'fr', emailCase });

const there = (user: User | null): User => {
  if (user === null) throw new Error('No user follows');
  return user;
};

/** Ada's unconfirmed account after changes to these addresses, at NOW, NOW + 1 and so on. */
const moved = (addresses: readonly string[], fields: Partial<User> = {}): User =>
  addresses.reduce(
    (user, address, index) => there(commit(asking(user, address), NOW + index)),
    storedUser({ adresseMail: ADA, ...fields }),
  );

describe('a change of the address', () => {
  it('makes the pending address the one of the user, confirmed, and keeps the former one', () => {
    const notice = dueOf('notice', { date: NOW - 1 });
    const user = asking(storedUser({ adresseMail: ADA, due: [notice, dueOf('confirmation', {})] }), BEA);
    const first = { adresseMail: ADA, isVerified: false, version: 1_000, date: NOW };
    const mail = dueOf('changed', { version: 1_000, locale: 'fr', adresseMail: ADA });
    const after = there(commit(user));
    expect(after).toEqual({
      ...user,
      adresseMail: BEA,
      isVerified: true,
      due: [notice, mail],
      emailChange: { version: 1_000, pending: null, former: [first] },
    });
    const last = there(commit(asking(after, CLEO), NOW + 1));
    const second = { adresseMail: BEA, isVerified: true, version: 2_000, date: NOW + 1 };
    const former = [{ ...first, date: NOW + 1 }, second]; // the first is reserved as long as the second
    expect(last.emailChange).toEqual({ version: 2_000, pending: null, former });
    expect(last.due).toEqual([notice, mail, { ...mail, version: 2_000, date: NOW + 1, adresseMail: BEA }]);
  });

  it('is none without a pending address, or to the present one', () => {
    const user = asking(storedUser({ adresseMail: ADA }), BEA);
    expect(commit(there(commit(user))), 'a second time').toBeNull();
    expect(commit(asking(moved([BEA]), BEA)), 'the present one').toBeNull();
  });

  it.each(['exact', 'folded'] as const)('to a former address is as if it was taken back: %s', (emailCase) => {
    const away = moved([BEA, CLEO, DORA]);
    const [ada] = away.emailChange.former;
    const user = asking(away, emailCase === 'folded' ? BEA.toUpperCase() : BEA);
    const [date, version] = [NOW + 5, afterEmailChange(user.emailChange.version)];
    expect(commit(user, date, emailCase)).toEqual({
      ...user,
      adresseMail: user.emailChange.pending?.adresseMail,
      due: [
        ...user.due.filter((one) => one.kind === 'changed' && one.version === ada?.version),
        dueOf('displaced', { version, date, locale: 'fr', adresseMail: DORA }),
      ],
      emailChange: { version, pending: null, former: [{ ...ada, date }] },
    });
  });

  it('changes only the case of the address, which stays reserved as it was', () => {
    const after = there(commit(asking(storedUser({ adresseMail: ADA }), ADA.toUpperCase()), NOW, 'folded'));
    expect([after.adresseMail, after.emailChange.former[0]?.adresseMail]).toEqual([ADA.toUpperCase(), ADA]);
  });
});

describe('a take-back of an address', () => {
  const back = { mdpHash: 'unknown', date: NOW + 7, locale: 'fr' } as const;

  it('keeps the former addresses before it, and makes the mails about it due', () => {
    const user = asking(moved([BEA, CLEO, DORA], { serviceRight: 'act' }), emailOf('eve'));
    const [ada, bea] = user.emailChange.former;
    const version = afterEmailChange(user.emailChange.version);
    const { date, locale } = back;
    expect(withEmailTakenBack(user, { ...back, version: bea?.version ?? 0 })).toEqual({
      ...user,
      adresseMail: BEA,
      mdpHash: 'unknown',
      credentialsVersion: 2,
      due: [
        ...user.due.filter((one) => one.kind === 'changed' && one.version === ada?.version),
        dueOf('notice', { version: 2, date, locale }),
        dueOf('displaced', { version, date, locale, adresseMail: DORA }),
      ],
      emailChange: { version, pending: null, former: [{ ...ada, date }] },
    });
  });

  it('that was never confirmed withdraws the rights that the account gave, and its right over the service', () => {
    const user = moved([BEA], { serviceRight: 'act' });
    const after = there(withEmailTakenBack(user, { ...back, version: 1_000 }));
    expect(after).toMatchObject({
      adresseMail: ADA,
      isVerified: false,
      serviceRight: null,
      emailChange: { former: [] },
    });
    expect(after.due.map(({ kind, version }) => [kind, version])).toEqual([
      ['notice', 2],
      ['withdrawal', 2],
      ['displaced', 2_000],
    ]);
  });

  it('is none without this former address', () => {
    for (const version of [0, 1, 1_001, 2_000])
      expect(withEmailTakenBack(moved([BEA]), { ...back, version })).toBeNull();
  });
});
