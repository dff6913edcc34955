import { afterEmailChange, EmailTakenError, type UserRepository } from '@algotheque/domain';
import { equal, present, rejects } from '../assert.ts';
import type { Fixture } from '../runner.ts';
import { dueOf, NOW } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { addressOf, changed, insertNamed, pending, versionsOf } from './emails.ts';

export function addEmailTakeBackTests(test: AddTest<Fixture<UserRepository>>): void {
  test('takes an address back, and keeps the former addresses before it', { needs: 'reopen' }, async (fixture) => {
    const { port } = fixture;
    let user = await insertNamed(port, 'ada');
    for (const name of ['bea', 'cleo', 'dora']) user = await changed(port, user, name);
    const owner = present(await port.update(user.id, 1, { serviceRight: 'act' }));
    const asked = await pending(port, owner, 'eve');
    const [first, second] = asked.emailChange.former;
    const date = NOW + 7;
    const back = { version: present(second).version, mdpHash: 'unknown', date, locale: 'fr' } as const;
    const version = afterEmailChange(asked.emailChange.version);
    const due = [
      ...asked.due.filter(({ kind, version: of }) => kind === 'changed' && of === first?.version),
      dueOf('notice', { version: 2, date, locale: 'fr' }),
      dueOf('displaced', { version, date, locale: 'fr', adresseMail: addressOf('dora') }),
    ];
    const after = {
      ...asked,
      adresseMail: addressOf('bea'),
      mdpHash: 'unknown',
      due,
      credentialsVersion: 2,
      emailChange: { version, pending: null, former: [{ ...present(first), date }] },
    };
    equal(await port.takeBackEmail(user.id, versionsOf(asked), back), after, 'resolved to');
    equal(await port.takeBackEmail(user.id, versionsOf(after), back), null, 'a second time');
    const unconfirmed = { ...back, version: present(first).version, mdpHash: 'other' };
    const last = present(await port.takeBackEmail(user.id, versionsOf(after), unconfirmed));
    equal([last.adresseMail, last.isVerified, last.emailChange.former], [addressOf('ada'), false, []], 'the first one');
    equal(last.serviceRight, null, 'the right over the service, with an address that was not confirmed');
    const withdrawal = dueOf('withdrawal', { version: 3, date, locale: 'fr' });
    equal(
      last.due.find(({ kind }) => kind === 'withdrawal'),
      withdrawal,
      'of an address that was not confirmed',
    );
    equal(await (await fixture.reopen()).findByEmail(addressOf('ada')), last);
  });

  test('takes back nothing that is of other versions or absent', async ({ port }) => {
    const user = await changed(port, await insertNamed(port, 'ada'), 'bea');
    const back = { version: 1_000, mdpHash: 'unknown', date: NOW, locale: 'en' } as const;
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
    const dropped = present(await port.findById(early.id));
    const kinds = dropped.due.map(({ kind }) => kind);
    equal([dropped.emailChange.former, kinds], [[], []], 'the dropped one, and the mail to it');
    equal(await port.findByFormerEmail(addressOf('rita')), null, 'the dropped one');
  });
}
