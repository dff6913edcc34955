import { EmailTakenError, type User, type UserRepository } from '@algotheque/domain';
import { allAre, equal, outcomes, present, rejects } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { NOW, newUser } from '../samples.ts';
import { contract } from '../suite.ts';
import { commit, setUser } from './emails.ts';

/** Texts that are one address when case is folded; the first is what a user typed. */
const ONE: readonly (readonly [string, ...string[]])[] = [
  ['Ada@Example.org', 'ada@example.org', 'ADA@EXAMPLE.ORG', 'aDA@example.ORG'],
  ['Caf\u00e9@example.org', 'caf\u00e9@example.org', 'CAFE\u0301@example.org'],
  ['\u0416\u00dc\u01c4@example.org', '\u0436\u00fc\u01c6@example.org'],
  ['\u{10400}@example.org', '\u{10428}@example.org'],
];

/** Addresses that stay different. */
const OTHERS = ['ada.@example.org', ' ada@example.org', 'cafe@example.org', 'stra\u00dfe@e.org', 'strasse@e.org'];

/** What a UserRepository promises that compares addresses folded (`emailCase`). */
export const foldedEmailContract = contract<Fixture<UserRepository>>('UserRepository that folds e-mails', (test) => {
  test('finds a user by an address in any case, and keeps it as typed', { needs: 'reopen' }, async (fixture) => {
    equal(fixture.port.emailCase, 'folded', 'what it says of itself');
    for (const [typed] of ONE) await fixture.port.insert(newUser({ adresseMail: typed }));
    for (const adresseMail of OTHERS) await fixture.port.insert(newUser({ adresseMail }));
    const port = await fixture.reopen();
    for (const group of ONE) {
      for (const address of group) equal((await port.findByEmail(address))?.adresseMail, group[0], address);
    }
    for (const address of OTHERS) equal((await port.findByEmail(address))?.adresseMail, address, address);
    for (const absent of ['', 'nobody@example.org']) equal(await port.findByEmail(absent), null, absent);
  });

  test('refuses an address that is taken in another case, until its user is deleted', async ({ port }) => {
    for (const [typed, ...others] of ONE) {
      const user = await port.insert(newUser({ adresseMail: typed }));
      for (const adresseMail of others) await rejects(() => port.insert(newUser({ adresseMail })), EmailTakenError);
      equal(await port.findByEmail(typed), user, 'unchanged');
      await port.markDeleted(user.id);
      const other = present(others[0]);
      equal(await port.findByEmail(other), null, 'a marked user');
      await rejects(() => port.insert(newUser({ adresseMail: other })), EmailTakenError);
      await port.delete(user.id);
      equal((await port.insert(newUser({ adresseMail: other }))).adresseMail, other);
    }
  });

  test('lets one of 20 racing inserts of one address succeed', { uses: 'another' }, async (_, ports) => {
    const typed = (index: number) => (index % 2 === 0 ? 'ada@example.org' : 'ADA@example.org');
    const { values, errors } = await outcomes(
      race(ports, 20, (port, index) => port.insert(newUser({ adresseMail: typed(index) }))),
    );
    equal(values.length, 1, 'winners');
    allAre(errors, EmailTakenError);
  });

  test('changes an address, and reserves the former one in any case until it is taken back', async ({ port }) => {
    const user = await port.insert(newUser({ adresseMail: 'Ada@example.org' }));
    const other = await port.insert(newUser({ adresseMail: 'Eve@example.org' }));
    await rejects(() => setUser(port, user.id, { adresseMail: 'EVE@example.org' }), EmailTakenError);
    const { id, emailChange } = await moved(port, user, 'Grace@Example.org');
    equal((await port.findByEmail('GRACE@example.org'))?.adresseMail, 'Grace@Example.org', 'the new address');
    equal(await port.findByEmail('ada@example.org'), null, 'the former one is no present one');
    equal((await port.findByFormerEmail('ADA@example.org'))?.id, id, 'the former address');
    equal(await port.findByFormerEmail('GRACE@example.org'), null, 'the new one is no former one');
    await rejects(() => port.insert(newUser({ adresseMail: 'aDA@example.org' })), EmailTakenError);
    const back = await setUser(port, id, {
      adresseMail: 'Ada@example.org',
      emailChange: { ...emailChange, former: [] },
    });
    equal(await port.findByEmail('ada@EXAMPLE.org'), back, 'taken back');
    equal(await port.findByFormerEmail('ada@example.org'), null);
    equal(await port.findById(other.id), other, 'another user');
  });

  test('changes the case of the own address, which stays reserved', async ({ port }) => {
    const changed = await withOtherCase(port);
    equal(changed.adresseMail, 'ADA@example.org', 'as it was typed');
    equal(await port.findByEmail('ada@example.org'), changed, 'the present address');
    equal(await port.findByFormerEmail('ada@example.org'), changed, 'the former address');
    await port.dropOldEmails({ pendingBefore: NOW + 1, formerBefore: NOW + 1 });
    equal(await port.findByFormerEmail('ada@example.org'), null, 'the former address is dropped');
    equal((await port.findByEmail('ada@example.org'))?.id, changed.id, 'the present address stays');
    await rejects(() => port.insert(newUser({ adresseMail: 'Ada@example.org' })), EmailTakenError);
  });

  test('frees an address whose case was changed when its user is deleted', async ({ port }) => {
    const { id } = await withOtherCase(port);
    await port.delete(id);
    await port.insert(newUser({ adresseMail: 'Ada@example.org' }));
  });

  test('finds a user after other fields have changed', async ({ port }) => {
    const { id } = await port.insert(newUser({ adresseMail: 'Ada@example.org' }));
    await setUser(port, id, { pseudo: 'Grace', isVerified: true });
    equal((await port.findByEmail('ADA@example.org'))?.id, id);
  });
});

/** A user who has changed only the case of the address: from Ada@example.org to ADA@example.org. */
async function withOtherCase(port: UserRepository): Promise<User> {
  return moved(port, await port.insert(newUser({ adresseMail: 'Ada@example.org' })), 'ADA@example.org');
}

/** The user after a change to this address. */
async function moved(port: UserRepository, user: User, adresseMail: string): Promise<User> {
  const pending = { adresseMail, date: NOW };
  const asked = present(await setUser(port, user.id, { emailChange: { ...user.emailChange, pending } }));
  return present(await commit(port, asked));
}
