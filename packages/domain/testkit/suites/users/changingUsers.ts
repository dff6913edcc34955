import { changedUser, SERVICE_RIGHTS, type User, type UserRepository } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { BEYOND_32_BITS, dueOf, NOW, newUser, newUsers, ODD_PSEUDOS, pictureOf } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { addressOf, setUser } from './emails.ts';

const RACERS = 30;

const VALUES: readonly Partial<User>[] = [
  { pseudo: 'Grace', urlPfp: 'https://example.org/a.png' },
  { urlPfp: null, pseudo: '000' },
  { mdpHash: 'new', credentialsVersion: 2, isDisabled: true },
  { isDisabled: false, isVerified: true, due: [] },
  ...SERVICE_RIGHTS.map((serviceRight) => ({ serviceRight })),
  { serviceRight: null, locale: 'fr', shareMails: false },
  { locale: 'en', credentialsVersion: 1 + BEYOND_32_BITS },
  { due: [dueOf('notice', { version: 2, locale: 'fr' }), dueOf('withdrawal', { version: 2, date: NOW + 1 })] },
  {
    emailChange: {
      version: 2_001,
      pending: { adresseMail: addressOf('cleo'), date: NOW + 1 },
      former: [{ adresseMail: addressOf('bea'), isVerified: true, version: 2_000, date: NOW }],
    },
  },
  {},
];

/** Changes of one user, whatever they are. What each step makes of a user is tested in the domain. */
export function addUserChangeTests(test: AddTest<Fixture<UserRepository>>): void {
  test('writes the user that follows from the present one', { needs: 'reopen' }, async ({ port, reopen }) => {
    let expected = await port.insert(newUser());
    for (const fields of VALUES) {
      const before = expected;
      expected = { ...before, ...fields };
      const written = await port.change(before.id, (user) => {
        equal(user, before, 'the present one');
        return { ...user, ...fields };
      });
      equal(written, expected, 'resolved to');
      equal(await port.findById(before.id), expected, 'found');
    }
    equal(await (await reopen()).findById(expected.id), expected, 'after a restart');
  });

  test('changes nothing if no user follows, or the user is absent', async ({ port }) => {
    const user = await port.insert(newUser());
    equal(await port.change(user.id, () => null), null);
    equal(await setUser(port, user.id + 1, { pseudo: 'Grace' }), null, 'an absent user');
    equal(await port.findById(user.id), user);
    equal(await port.findById(user.id + 1), null);
  });

  test('changes one user only', async ({ port }) => {
    const [one, other] = newUsers(2);
    const first = await port.insert(present(one));
    const second = await port.insert(present(other));
    await setUser(port, first.id, { pseudo: 'changed', mdpHash: 'changed', isVerified: true });
    equal(await port.findById(second.id), second);
  });

  test('keeps unusual texts that a change sets', async ({ port }) => {
    const { id } = await port.insert(newUser());
    for (const text of ODD_PSEUDOS) {
      await setUser(port, id, { pseudo: text, urlPfp: pictureOf(text) });
      const { pseudo, urlPfp } = present(await port.findById(id));
      equal({ pseudo, urlPfp }, { pseudo: text, urlPfp: pictureOf(text) });
    }
  });

  test('keeps every value of what is due exactly', async ({ port }) => {
    for (const [index, date] of [0, 1, 2 ** 31, 2 ** 32 + 1, NOW, 8.64e15].entries()) {
      const version = index % 2 === 0 ? Number.MAX_SAFE_INTEGER - 2 : 0;
      const due = [dueOf('displaced', { date, version, locale: 'fr', adresseMail: `caf\u00e9${index}@example.org` })];
      const { id } = await port.insert(newUser({ adresseMail: addressOf(`user${index}`), due }));
      equal((await port.findById(id))?.due, due);
    }
  });

  test('loses none of 30 racing changes', { uses: 'another' }, async (fixture, ports) => {
    const { id } = await fixture.port.insert(newUser());
    const raise = (user: User) => ({ ...user, credentialsVersion: user.credentialsVersion + 1 });
    await Promise.all(race(ports, RACERS, (port) => port.change(id, raise)));
    equal((await fixture.port.findById(id))?.credentialsVersion, 1 + RACERS);
  });

  test('lets one of 30 racing changes of a version win', { uses: 'another' }, async (fixture, ports) => {
    const { id } = await fixture.port.insert(newUser());
    const results = await Promise.all(
      race(ports, RACERS, (port, index) =>
        port.change(id, (user) => changedUser(user, 1, { mdpHash: `hash ${index}` })),
      ),
    );
    const winners = results.filter((result) => result !== null);
    equal(winners.length, 1, 'winners');
    equal(await fixture.port.findById(id), winners[0]);
  });
}
