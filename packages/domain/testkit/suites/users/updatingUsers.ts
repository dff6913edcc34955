import { SERVICE_RIGHTS, type UserRepository } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { BEYOND_32_BITS, newUser, newUsers, ODD_PSEUDOS, pictureOf } from '../samples.ts';
import type { AddTest } from '../suite.ts';

export function addUserUpdateTests(test: AddTest<Fixture<UserRepository>>): void {
  test('changes only the fields that an update names', async ({ port }) => {
    const user = await port.insert(newUser());
    const cases = [
      { changes: { pseudo: 'Grace' }, after: { pseudo: 'Grace' } },
      { changes: { urlPfp: 'https://example.org/a.png' }, after: { urlPfp: 'https://example.org/a.png' } },
      { changes: { urlPfp: null, pseudo: '000' }, after: { urlPfp: null, pseudo: '000' } },
      { changes: {}, after: {} },
    ];
    let expected = user;
    for (const { changes, after } of cases) {
      expected = { ...expected, ...after };
      equal(await port.update(user.id, 1, changes), expected, 'resolved to');
      equal(await port.findById(user.id), expected, 'found');
    }
  });

  test('updates only a user with the address that is named', async ({ port }) => {
    const user = await port.insert(newUser());
    const renamed = { ...user, pseudo: 'Grace' };
    equal(await port.update(user.id, 1, { pseudo: 'Grace', ifAdresseMail: user.adresseMail }), renamed);
    for (const ifAdresseMail of ['other@example.org', user.adresseMail.toUpperCase()]) {
      equal(await port.update(user.id, 1, { mdpHash: 'new', ifAdresseMail }), null, ifAdresseMail);
    }
    equal(await port.findById(user.id), renamed);
  });

  test('raises credentialsVersion with mdpHash only', async ({ port }) => {
    const user = await port.insert(newUser());
    const changed = { ...user, mdpHash: 'second', pseudo: 'Grace', credentialsVersion: 2 };
    equal(await port.update(user.id, 1, { mdpHash: 'second', pseudo: 'Grace' }), changed);
    equal(await port.update(user.id, 2, { mdpHash: 'third' }), { ...changed, mdpHash: 'third', credentialsVersion: 3 });
    equal(await port.update(user.id, 3, { pseudo: 'Ada' }), {
      ...user,
      mdpHash: 'third',
      credentialsVersion: 3,
    });
  });

  test('disables and enables a user, and raises credentialsVersion with the disabling only', async ({ port }) => {
    const user = await port.insert(newUser());
    equal(user.isDisabled, false, 'a new user');
    const disabled = { ...user, isDisabled: true, credentialsVersion: 2 };
    equal(await port.update(user.id, 1, { isDisabled: true }), disabled);
    equal(await port.update(user.id, 1, { isDisabled: true }), null, 'of the version before');
    equal(await port.update(user.id, 2, { pseudo: user.pseudo }), disabled, 'changed in another field');
    const reset = { ...disabled, mdpHash: 'new', credentialsVersion: 3 };
    equal(await port.update(user.id, 2, { mdpHash: 'new' }), reset, 'with a new password');
    equal(await port.findByEmail(user.adresseMail), reset);
    equal(await port.update(user.id, 3, { isDisabled: false }), { ...reset, isDisabled: false });
    const both = { mdpHash: 'newer', isDisabled: true };
    equal(await port.update(user.id, 3, both), { ...reset, ...both, credentialsVersion: 4 }, 'both at once');
  });

  test('gives and takes a right over the service, without raising credentialsVersion', async ({ port }) => {
    const user = await port.insert(newUser());
    equal(user.serviceRight, null, 'a new user');
    for (const serviceRight of [...SERVICE_RIGHTS, null]) {
      equal(await port.update(user.id, 1, { serviceRight }), { ...user, serviceRight });
      equal(await port.findById(user.id), { ...user, serviceRight }, String(serviceRight));
    }
  });

  test('ends the confirmation mail that is due with isVerified', async ({ port }) => {
    const user = await port.insert(newUser());
    const verified = { ...user, isVerified: true, due: [] };
    equal(await port.update(user.id, 1, { isVerified: true }), verified);
    equal(await port.findById(user.id), verified);
    equal(await port.markVerified(user.id), false, 'verified already');
  });

  test('changes nothing if the version differs or the user is absent', async ({ port }) => {
    const user = await port.insert(newUser());
    const changes = { mdpHash: 'other', pseudo: 'other', urlPfp: 'https://example.org', isVerified: true } as const;
    for (const version of [0, 2, -1, 1 + BEYOND_32_BITS]) equal(await port.update(user.id, version, changes), null);
    equal(await port.update(user.id + 1, 1, changes), null, 'an absent user');
    equal(await port.findById(user.id), user);
    equal(await port.findById(user.id + 1), null);
  });

  test('changes one user only', async ({ port }) => {
    const [one, other] = newUsers(2);
    const first = await port.insert(present(one));
    const second = await port.insert(present(other));
    await port.update(first.id, 1, { pseudo: 'changed', mdpHash: 'changed' });
    await port.markVerified(first.id);
    equal(await port.findById(second.id), second);
  });

  test('keeps unusual texts that an update sets', async ({ port }) => {
    const { id } = await port.insert(newUser());
    for (const text of ODD_PSEUDOS) {
      await port.update(id, 1, { pseudo: text, urlPfp: pictureOf(text) });
      const { pseudo, urlPfp } = present(await port.findById(id));
      equal({ pseudo, urlPfp }, { pseudo: text, urlPfp: pictureOf(text) });
    }
  });

  test('loses none of several racing updates', { uses: 'another' }, async (fixture, ports) => {
    const { id } = await fixture.port.insert(newUser());
    await Promise.all([
      ...race(ports, 2, (port) => port.update(id, 1, { pseudo: 'Grace' })),
      ...race(ports, 2, (port) => port.update(id, 1, { urlPfp: 'https://example.org' })),
      ...race(ports, 2, (port) => port.markVerified(id)),
    ]);
    const { pseudo, urlPfp, isVerified } = present(await fixture.port.findById(id));
    equal({ pseudo, urlPfp, isVerified }, { pseudo: 'Grace', urlPfp: 'https://example.org', isVerified: true });
  });
}
