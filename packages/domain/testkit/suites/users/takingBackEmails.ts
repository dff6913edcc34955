import { afterEmailChange, EmailTakenError, type UserRepository } from '@algotheque/domain';
import { equal, present, rejects } from '../assert.ts';
import { leavesOut } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { NOW } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { addressOf, changed, insertNamed, namesOf, pending, versionsOf } from './emails.ts';

export function addEmailTakeBackTests(test: AddTest<Fixture<UserRepository>>): void {
  test('takes an address back, and keeps the former addresses before it', { needs: 'reopen' }, async (fixture) => {
    const { port } = fixture;
    let user = await insertNamed(port, 'ada');
    for (const name of ['bea', 'cleo', 'dora']) user = await changed(port, user, name);
    const asked = await pending(port, user, 'eve');
    const [first, second] = asked.emailChange.former;
    const noticeDue = { date: NOW + 7, locale: 'fr' } as const;
    const back = { version: present(second).version, mdpHash: 'unknown', noticeDue };
    const after = {
      ...asked,
      adresseMail: addressOf('bea'),
      mdpHash: 'unknown',
      noticeDue,
      credentialsVersion: 2,
      emailChange: {
        version: afterEmailChange(asked.emailChange.version),
        pending: null,
        former: [{ ...present(first), date: noticeDue.date }],
      },
    };
    equal(await port.takeBackEmail(user.id, versionsOf(asked), back), after, 'resolved to');
    equal(await port.takeBackEmail(user.id, versionsOf(after), back), null, 'a second time');
    const unconfirmed = { ...back, version: present(first).version, mdpHash: 'other' };
    const last = present(await port.takeBackEmail(user.id, versionsOf(after), unconfirmed));
    equal([last.adresseMail, last.isVerified, last.emailChange.former], [addressOf('ada'), false, []], 'the first one');
    equal(last.withdrawalDue, { date: noticeDue.date }, 'of an address that was not confirmed');
    equal(await (await fixture.reopen()).findByEmail(addressOf('ada')), last);
  });

  test('takes back nothing that is of other versions or absent', async ({ port }) => {
    const user = await changed(port, await insertNamed(port, 'ada'), 'bea');
    const back = { version: 1_000, mdpHash: 'unknown', noticeDue: { date: NOW, locale: 'en' } } as const;
    const versions = versionsOf(user);
    for (const wrong of [
      { ...versions, emailVersion: 1 },
      { ...versions, credentialsVersion: 2 },
    ]) {
      equal(await port.takeBackEmail(user.id, wrong, back), null, JSON.stringify(wrong));
    }
    equal(await port.takeBackEmail(user.id, versions, { ...back, version: 1 }), null, 'no such former address');
    equal(await port.takeBackEmail(user.id + 1, versions, back), null, 'an absent user');
    equal(await port.findById(user.id), user);
  });

  test('drops what is older than the given dates, and nothing else', async ({ port }) => {
    const user = await pending(port, await changed(port, await insertNamed(port, 'ada'), 'bea', 20), 'cleo', 10);
    const other = await changed(port, await insertNamed(port, 'olga'), 'pia', 10);
    const both = await changed(port, other, 'quin', 20);
    const early = await changed(port, await insertNamed(port, 'rita'), 'sara', 10);
    await port.dropOldEmails({ pendingBefore: 10, formerBefore: 10 });
    equal([await port.findById(user.id), await port.findById(both.id)], [user, both], 'before, not at');
    await port.dropOldEmails({ pendingBefore: 11, formerBefore: 11 });
    equal(await port.findById(user.id), { ...user, emailChange: { ...user.emailChange, pending: null } });
    equal(await port.findById(both.id), both, 'an earlier address is kept as long as a later one');
    for (const name of ['olga', 'pia']) await rejects(() => insertNamed(port, name), EmailTakenError, name);
    equal((await port.findById(early.id))?.emailChange.former, [], 'the dropped one');
    equal(await port.findByFormerEmail(addressOf('rita')), null, 'the dropped one');
  });

  test('lists users whose mail about a change is due, and ends one mail', async ({ port }) => {
    const dates = { early: 9, late: 30, ahead: 8.64e15, gone: 1, ended: 2 };
    for (const [name, date] of Object.entries(dates)) {
      const user = await changed(port, await insertNamed(port, `${name}-before`), name, date);
      if (name === 'gone') await port.markDeleted(user.id);
      if (name === 'ended') await port.endEmailMailDue(user.id, 1_000);
    }
    await pending(port, await insertNamed(port, 'none'), 'wanted', 1);
    const listed = async (before: number, limit: number, after?: number) =>
      namesOf(await port.listEmailMailDue({ before, limit, ...(after !== undefined && { after }) }));
    equal(await listed(31, 10), ['early', 'late']);
    equal(await listed(30, 10), ['early'], 'before, not at');
    equal((await listed(31, 1)).length, 1, 'at most one');
    equal(await listed(9, 10, 29), ['ahead', 'late']);
    equal(await listed(9, 10, 30), ['ahead'], 'after, not at');
  });

  test('ends the mail to one former address, and no other', async ({ port }) => {
    const user = await changed(port, await changed(port, await insertNamed(port, 'ada'), 'bea'), 'cleo');
    await port.endEmailMailDue(user.id, 3);
    await port.endEmailMailDue(user.id + 1, 1_000);
    equal(await port.findById(user.id), user, 'of another version');
    await port.endEmailMailDue(user.id, 1_000);
    const { former } = user.emailChange;
    const ended = former.map((one) => (one.version === 1_000 ? { ...one, mailDue: null } : one));
    const after = { ...user, emailChange: { ...user.emailChange, former: ended } };
    equal(await port.findById(user.id), after);
    equal(await port.listEmailMailDue({ before: NOW + 1, limit: 9 }), [after], 'the other mail is still due');
  });

  test('omits a damaged user from the users whose mail about a change is due', { needs: 'damage' }, async (fixture) => {
    const { port } = fixture;
    const users = [];
    for (const name of ['ada', 'bea', 'cleo']) {
      users.push(await changed(port, await insertNamed(port, `${name}-before`), name));
    }
    const damage = await fixture.damage(present(users[0]).id);
    const query = { before: NOW + 9, limit: 9 };
    const sorted = async (onDamaged?: Parameters<UserRepository['listEmailMailDue']>[1]) =>
      (await port.listEmailMailDue(query, onDamaged)).toSorted((one, other) => one.id - other.id);
    await leavesOut(sorted, { rows: users.slice(1), damaged: damage });
  });
}
