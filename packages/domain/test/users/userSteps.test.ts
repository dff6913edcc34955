import { describe, expect, it } from 'vitest';
import {
  changedUser,
  SERVICE_RIGHTS,
  type User,
  type UserChanges,
  withChanges,
  withHash,
  withVerified,
} from '../../src/index.ts';
import { dueOf, NOW } from '../../testkit/suites/samples.ts';
import { storedUser } from '../support/storedUser.ts';

const asked = { version: 1, pending: { adresseMail: 'bea@example.org', date: NOW }, former: [] };

describe('a change of a user', () => {
  it('sets the fields that it names, and null too', () => {
    let user = storedUser({ urlPfp: 'https://example.org' });
    const cases: UserChanges[] = [
      { pseudo: 'Grace' },
      { urlPfp: 'https://example.org/a.png', locale: 'fr' },
      { urlPfp: null, shareMails: false },
      {},
    ];
    for (const changes of cases) {
      const after = changedUser(user, 1, changes);
      expect(after).toEqual({ ...user, ...changes });
      user = after as User; // it is there: it was compared
    }
  });

  it('is none of a user with another version', () => {
    const user = storedUser();
    for (const version of [0, 2, -1, 1 + 2 ** 32]) expect(changedUser(user, version, { pseudo: 'Grace' })).toBeNull();
    expect(changedUser(user, 1, { pseudo: 'Grace' })).toEqual({ ...user, pseudo: 'Grace' });
  });

  it('raises credentialsVersion by one with a new hash, with the disabling, and with both', () => {
    const user = storedUser();
    const raising = [{ mdpHash: 'new' }, { isDisabled: true }, { mdpHash: 'new', isDisabled: true }];
    for (const changes of raising)
      expect(withChanges(user, changes)).toEqual({ ...user, ...changes, credentialsVersion: 2 });
    const others = [
      { isDisabled: false },
      { pseudo: 'Grace' },
      ...[...SERVICE_RIGHTS, null].map((serviceRight) => ({ serviceRight })),
    ];
    for (const changes of others) expect(withChanges(user, changes)).toEqual({ ...user, ...changes });
    const disabled = storedUser({ isDisabled: true });
    expect(withChanges(disabled, { mdpHash: 'new' }).isDisabled, 'with a new password').toBe(true);
  });

  it('keeps the last address that was asked for, until it is withdrawn or the credentials change', () => {
    const first = withChanges(storedUser(), { pendingEmail: asked.pending });
    expect(first.emailChange).toEqual(asked);
    const pendingEmail = { adresseMail: 'cleo@example.org', date: NOW + 1 };
    expect(withChanges(first, { pendingEmail }).emailChange).toEqual({ ...asked, version: 2, pending: pendingEmail });
    expect(withChanges(first, { pseudo: 'Grace', isVerified: true }).emailChange).toEqual(asked);
    for (const changes of [{ pendingEmail: null }, { mdpHash: 'new' }, { isDisabled: true }])
      expect(withChanges(first, changes).emailChange).toEqual({ ...asked, pending: null });
  });

  it('makes work due, the longest due first, and in place of earlier work of its kind', () => {
    const confirmation = dueOf('confirmation', { date: NOW + 1, locale: 'fr' });
    const user = storedUser({ due: [confirmation] });
    const withdrawal = dueOf('withdrawal', { version: 2, date: NOW + 2 });
    const notice = dueOf('notice', { version: 2, locale: 'fr' });
    const after = withChanges(user, { mdpHash: 'new', due: [withdrawal, notice] });
    expect(after.due).toEqual([notice, confirmation, withdrawal]);
    const later = dueOf('notice', { version: 3 });
    expect(withChanges(after, { due: [later] }).due).toEqual([later, confirmation, withdrawal]);
  });

  it('keeps what is due when other fields change; a confirmation ends the mail about it only', () => {
    const notice = dueOf('notice', {});
    const user = storedUser({ due: [notice, dueOf('confirmation', { date: NOW + 1 })] });
    expect(withChanges(user, { pseudo: 'Grace', urlPfp: null }).due).toEqual(user.due);
    expect(withHash(user, user.mdpHash, 'other')?.due).toEqual(user.due);
    for (const after of [withChanges(user, { isVerified: true }), withVerified(user)])
      expect(after).toEqual({ ...user, isVerified: true, due: [notice] });
  });

  it('confirms once, and replaces exactly the given hash without raising credentialsVersion', () => {
    expect(withVerified(storedUser({ isVerified: true }))).toBeNull();
    const user = storedUser({ mdpHash: 'from' });
    for (const other of ['From', 'fro', 'from ', '']) expect(withHash(user, other, 'to')).toBeNull();
    expect(withHash(user, 'from', 'to')).toEqual({ ...user, mdpHash: 'to' });
  });
});
