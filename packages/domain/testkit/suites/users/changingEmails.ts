import { EmailTakenError, type User, type UserRepository } from '@algotheque/domain';
import { allAre, equal, outcomes, present, rejects } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { NOW, newUser } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { addressOf, changed, commit, insertNamed, pending, setUser } from './emails.ts';

/** What becomes of addresses when users change. */
export function addEmailChangeTests(test: AddTest<Fixture<UserRepository>>): void {
  test('finds a user by a changed address, and by the former ones', { needs: 'reopen' }, async (fixture) => {
    const { port } = fixture;
    const first = await changed(port, await insertNamed(port, 'ada'), 'bea');
    const asked = await pending(port, await changed(port, first, 'cleo', NOW + 1), 'dora');
    const reopened = await fixture.reopen();
    equal(await reopened.findByEmail(addressOf('cleo')), asked, 'by the new address');
    for (const name of ['ada', 'bea']) {
      equal(await reopened.findByEmail(addressOf(name)), null, `by ${name}, which is none any more`);
      equal(await reopened.findByFormerEmail(addressOf(name)), asked, `by the former address ${name}`);
    }
    equal(await reopened.findByFormerEmail(addressOf('cleo')), null, 'the present address as a former one');
    equal(await reopened.findByEmail(addressOf('dora')), null, 'nobody has the pending one');
    await reopened.markDeleted(asked.id);
    equal(await reopened.findByFormerEmail(addressOf('ada')), null, 'of a user who is being deleted');
  });

  test('gives a user a former address back, and frees what is reserved no more', async ({ port }) => {
    const user = await changed(port, await insertNamed(port, 'ada'), 'bea');
    const fields = { adresseMail: addressOf('ada'), emailChange: { ...user.emailChange, former: [] } };
    const back = present(await setUser(port, user.id, fields));
    equal(await port.findByEmail(addressOf('ada')), back);
    for (const name of ['ada', 'bea']) equal(await port.findByFormerEmail(addressOf(name)), null, name);
    await insertNamed(port, 'bea');
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
