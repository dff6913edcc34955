import type { UserRepository } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import type { Fixture } from '../runner.ts';
import { dueOf, NOW, newUser } from '../samples.ts';
import type { AddTest } from '../suite.ts';

/** How changes of a user make work due. `outboxContract` is about how it is listed and ended. */
export function addMakingDueTests(test: AddTest<Fixture<UserRepository>>): void {
  test('makes work due with the change, the longest due first', { needs: 'reopen' }, async ({ port, reopen }) => {
    const user = await port.insert(newUser({ due: [dueOf('confirmation', { date: NOW + 1, locale: 'fr' })] }));
    const withdrawal = dueOf('withdrawal', { version: 2, date: NOW + 2 });
    const notice = dueOf('notice', { version: 2, date: NOW, locale: 'fr' });
    const changes = { mdpHash: 'new', due: [withdrawal, notice] };
    const due = [notice, ...user.due, withdrawal];
    const changed = { ...user, mdpHash: 'new', credentialsVersion: 2, due };
    equal(await port.update(user.id, 1, changes), changed, 'resolved to');
    equal(await port.update(user.id, 1, { due: [dueOf('notice', { version: 9 })] }), null, 'of the version before');
    equal(await (await reopen()).findById(user.id), changed, 'after a restart');
  });

  test('lets work that becomes due take the place of earlier work of its kind', async ({ port }) => {
    const { id } = await port.insert(newUser({ due: [] }));
    const [first, second] = [dueOf('notice', { version: 2 }), dueOf('notice', { version: 3, locale: 'fr' })];
    const withdrawal = dueOf('withdrawal', { version: 2 });
    await port.update(id, 1, { due: [first, withdrawal] });
    equal(present(await port.update(id, 1, { due: [second] })).due, [second, withdrawal]);
  });

  test('keeps what is due when other fields change', async ({ port }) => {
    const notice = dueOf('notice', {});
    const user = await port.insert(newUser({ due: [notice, dueOf('confirmation', { date: NOW + 1 })] }));
    await port.update(user.id, 1, { pseudo: 'Grace', urlPfp: null });
    await port.rehash(user.id, user.mdpHash, 'rehashed');
    equal((await port.findById(user.id))?.due, user.due);
    await port.update(user.id, 1, { isVerified: true });
    equal((await port.findById(user.id))?.due, [notice], 'a confirmation ends the mail about it only');
  });

  test('keeps the language and the wish for mails of a user', { needs: 'reopen' }, async ({ port, reopen }) => {
    const user = await port.insert(newUser({ locale: 'fr' }));
    equal([user.locale, user.shareMails], ['fr', true], 'inserted');
    equal(await port.update(user.id, 1, { shareMails: false }), { ...user, shareMails: false }, 'the wish');
    const changed = { ...user, locale: 'en', shareMails: false } as const;
    equal(await port.update(user.id, 1, { locale: 'en' }), changed, 'the language');
    equal(await port.update(user.id, 1, { pseudo: user.pseudo }), changed, 'another change');
    equal(await (await reopen()).findById(user.id), changed, 'after a restart');
  });

  test('keeps every value of what is due exactly', async ({ port }) => {
    for (const [index, date] of [0, 1, 2 ** 31, 2 ** 32 + 1, NOW, 8.64e15].entries()) {
      const version = index % 2 === 0 ? Number.MAX_SAFE_INTEGER - 2 : 0;
      const due = [dueOf('displaced', { date, version, locale: 'fr', adresseMail: `caf\u00e9${index}@example.org` })];
      const { id } = await port.insert(newUser({ adresseMail: `user${index}@example.org`, due }));
      equal((await port.findById(id))?.due, due);
    }
  });
}
