import { afterEmailChange, EmailTakenError, type User, type UserRepository } from '@algotheque/domain';
import { allAre, equal, outcomes, present, rejects } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { dueOf, NOW, newUser } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { addressOf, changed, commit, insertNamed, pending, versionsOf } from './emails.ts';

export function addEmailChangeTests(test: AddTest<Fixture<UserRepository>>): void {
  test('keeps the last address that was asked for, until it is withdrawn', { needs: 'reopen' }, async (fixture) => {
    const { port } = fixture;
    const user = await insertNamed(port, 'ada');
    const emailChange = { version: 1, pending: { adresseMail: addressOf('bea'), date: NOW }, former: [] };
    equal(await pending(port, user, 'bea'), { ...user, emailChange }, 'the first');
    const second = { ...emailChange, version: 2, pending: { adresseMail: addressOf('cleo'), date: NOW + 1 } };
    equal(await pending(port, user, 'cleo', NOW + 1), { ...user, emailChange: second }, 'the second');
    await port.update(user.id, 1, { pseudo: 'Grace', isVerified: true });
    const reopened = await fixture.reopen();
    equal((await reopened.findById(user.id))?.emailChange, second, 'after another change');
    equal(await reopened.findByEmail(addressOf('cleo')), null, 'nobody has it');
    await reopened.update(user.id, 1, { pendingEmail: null });
    equal((await reopened.findById(user.id))?.emailChange, { ...second, pending: null }, 'withdrawn');
  });

  test('drops a pending address with new credentials', async ({ port }) => {
    for (const changes of [{ mdpHash: 'new' }, { isDisabled: true }]) {
      const user = await pending(port, await insertNamed(port, Object.keys(changes).join()), 'bea');
      const after = present(await port.update(user.id, 1, changes));
      equal(after.emailChange, { ...user.emailChange, pending: null }, JSON.stringify(changes));
      equal(await commit(port, after), null, 'a change to it');
    }
  });

  test('changes the address to the pending one, and keeps the former one', { needs: 'reopen' }, async (fixture) => {
    const { port } = fixture;
    const notice = dueOf('notice', { date: NOW - 1 });
    const user = await insertNamed(port, 'ada', { due: [notice, dueOf('confirmation', {})] });
    const asked = await pending(port, user, 'bea');
    const first = { adresseMail: addressOf('ada'), isVerified: false, version: 1_000, date: NOW };
    const mail = dueOf('changed', { version: 1_000, locale: 'fr', adresseMail: addressOf('ada') });
    const now = { ...asked, adresseMail: addressOf('bea'), isVerified: true, due: [notice, mail] };
    const after = { ...now, emailChange: { version: 1_000, pending: null, former: [first] } };
    equal(await commit(port, asked), after, 'resolved to');
    const second = { ...first, adresseMail: addressOf('bea'), isVerified: true, version: 2_000, date: NOW + 1 };
    const last = await changed(port, after, 'cleo', NOW + 1);
    equal(
      last.emailChange,
      { version: 2_000, pending: null, former: [{ ...first, date: NOW + 1 }, second] },
      'after two changes',
    );
    const secondMail = { ...mail, version: 2_000, date: NOW + 1, adresseMail: addressOf('bea') };
    equal(last.due, [notice, mail, secondMail], 'a mail to each former address');
    const reopened = await fixture.reopen();
    equal(await reopened.findByEmail(addressOf('cleo')), last, 'by the new address');
    for (const name of ['ada', 'bea']) {
      equal(await reopened.findByEmail(addressOf(name)), null, `by ${name}, which is none any more`);
      equal(await reopened.findByFormerEmail(addressOf(name)), last, `by the former address ${name}`);
    }
    equal(await reopened.findByFormerEmail(addressOf('cleo')), null, 'the present address as a former one');
  });

  test('changes an address once, and only of the given versions', async ({ port }) => {
    const user = await insertNamed(port, 'ada');
    equal(await commit(port, user), null, 'nothing is pending');
    const asked = await pending(port, user, 'bea');
    const versions = versionsOf(asked);
    for (const wrong of [
      { ...versions, emailVersion: 0 },
      { ...versions, emailVersion: 2 },
      { ...versions, credentialsVersion: 2 },
    ]) {
      equal(await port.changeEmail(user.id, wrong, { date: NOW, locale: 'en' }), null, JSON.stringify(wrong));
    }
    equal(await port.changeEmail(user.id + 1, versions, { date: NOW, locale: 'en' }), null, 'an absent user');
    equal(await port.findById(user.id), asked, 'unchanged');
    const after = present(await commit(port, asked));
    equal(await commit(port, asked), null, 'a second time');
    equal(await port.findById(user.id), after);
    await port.markDeleted(user.id);
    equal(await port.findByFormerEmail(addressOf('ada')), null, 'of a user who is being deleted');
  });

  test('lets a user have a former address again, as if it was taken back', async ({ port }) => {
    const there = await changed(port, await insertNamed(port, 'ada'), 'bea');
    const [ada] = there.emailChange.former;
    const away = await changed(port, await changed(port, there, 'cleo'), 'dora');
    const asked = await pending(port, away, 'bea');
    const date = NOW + 5;
    const version = afterEmailChange(asked.emailChange.version);
    const due = [
      ...asked.due.filter(({ kind, version }) => kind === 'changed' && version === ada?.version),
      dueOf('displaced', { version, date, locale: 'fr', adresseMail: addressOf('dora') }),
    ];
    const back = { ...asked, adresseMail: addressOf('bea'), due };
    const emailChange = {
      version: afterEmailChange(asked.emailChange.version),
      pending: null,
      former: [{ ...present(ada), date }],
    };
    equal(await commit(port, asked, date), { ...back, emailChange });
    for (const name of ['bea', 'cleo', 'dora']) equal(await port.findByFormerEmail(addressOf(name)), null, name);
  });

  test('changes nothing when the present address is pending', async ({ port }) => {
    const asked = await pending(port, await changed(port, await insertNamed(port, 'ada'), 'bea'), 'bea');
    equal(await commit(port, asked), null);
    equal(await port.findById(asked.id), asked);
  });

  test('refuses an address that another user has, is losing or can take back, and changes nothing', async ({
    port,
  }) => {
    await changed(port, await insertNamed(port, 'former'), 'present');
    await port.markDeleted((await insertNamed(port, 'leaving')).id);
    const user = await insertNamed(port, 'ada');
    for (const name of ['former', 'present', 'leaving']) {
      const asked = await pending(port, user, name);
      await rejects(() => commit(port, asked), EmailTakenError, name);
      equal(await port.findById(user.id), asked, `after ${name}`);
      await rejects(() => port.insert(newUser({ adresseMail: addressOf(name) })), EmailTakenError, `insert ${name}`);
    }
  });

  test('lets one of 20 racing changes and inserts of an address win', { uses: 'another' }, async (fixture, ports) => {
    const asked: User[] = [];
    for (let number = 0; number < 10; number += 1) {
      asked.push(await pending(fixture.port, await insertNamed(fixture.port, `user${number}`), 'wanted'));
    }
    const racers = race(ports, 20, (port, index) => {
      const user = asked[index];
      return user === undefined ? insertNamed(port, 'wanted') : commit(port, user);
    });
    const { values, errors } = await outcomes(racers);
    equal(values.length, 1, 'winners');
    allAre(errors, EmailTakenError);
    equal(await fixture.port.findByEmail(addressOf('wanted')), values[0]);
  });

  test('frees a former address that is dropped', async ({ port }) => {
    const user = await changed(port, await insertNamed(port, 'ada'), 'bea');
    await port.dropOldEmails({ pendingBefore: 0, formerBefore: NOW + 1 });
    const next = await insertNamed(port, 'ada');
    equal(await port.findByEmail(addressOf('ada')), next);
    await rejects(() => insertNamed(port, 'bea'), EmailTakenError, 'the present address');
    await port.delete(user.id);
    await insertNamed(port, 'bea');
  });

  test('frees the addresses of a deleted user', async ({ port }) => {
    const { id } = await changed(port, await insertNamed(port, 'ada'), 'bea');
    await port.delete(id);
    for (const name of ['ada', 'bea']) await insertNamed(port, name);
  });
}
