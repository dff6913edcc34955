import { describe, expect, it } from 'vitest';
import { confirmedBy } from '../../src/shares/holders.ts';
import { givenTo, withWaiting } from '../../src/shares/shareSteps.ts';
import type { User } from '../../src/user.ts';
import { dueOf } from '../../testkit/suites/samples.ts';

const NOW = 1_000;

const waitingFor = (adresseMail: string, isMailDue: boolean, droits: 'Read' | 'ReadWrite' = 'Read') => ({
  adresseMail,
  droits,
  locale: 'en' as const,
  date: 5,
  dateExpiration: NOW + 1,
  isMailDue,
});

const grant = (idUtilisateur: number, droits: 'Read' | 'ReadWrite') => ({ idUtilisateur, droits, date: 5 });

/** What becomes of a record of user 1 when user 2 gets all that waits. */
const given = (
  waiting: readonly ReturnType<typeof waitingFor>[],
  permsAlgorithme: readonly ReturnType<typeof grant>[],
) => givenTo({ ownerId: 1, waiting, permsAlgorithme }, () => true, { userId: 2, now: NOW })?.permsAlgorithme;

describe('a right that waited', () => {
  it('is not raised by the rights of others', () => {
    const other = grant(3, 'ReadWrite');
    expect(given([waitingFor('b@x.org', false)], [other])).toEqual([other, { ...grant(2, 'Read'), date: NOW }]);
  });

  it.each([
    [[true, true], true],
    [[true, false], undefined],
    [[false, false], undefined],
  ])('is told by a mail only if no invitation was sent: due %j', (due, isMailDue) => {
    const waiting = due.map((isDue, index) => waitingFor(`${index}@x.org`, isDue));
    expect(given(waiting, [])?.map((one) => one.isMailDue)).toEqual([isMailDue]);
  });

  it('is only removed when its user is the owner', () => {
    const algo = { ownerId: 2, waiting: [waitingFor('b@x.org', true)], permsAlgorithme: [] };
    expect(givenTo(algo, () => true, { userId: 2, now: NOW })).toEqual({ waiting: [] });
  });
});

it.each([true, false])('a share in place of one for the same address keeps its mail due, if it was: %s', (isDue) => {
  const share = waitingFor('b@x.org', true, 'ReadWrite');
  expect(withWaiting({ waiting: [waitingFor('b@x.org', isDue)] }, share, 'exact')).toEqual([
    { ...share, isMailDue: isDue },
  ]);
});

describe('the addresses that a user has confirmed', () => {
  const user = {
    adresseMail: 'present@x.org',
    due: [
      dueOf('changed', { adresseMail: 'former@x.org' }),
      dueOf('notice', {}),
      dueOf('shares', { adresseMail: 'awaited@x.org' }),
    ],
  } as unknown as User; // no other field is read

  it('are the present one, if it is confirmed, and those for which shares are due; no former one', () => {
    expect([...confirmedBy({ ...user, isVerified: true })]).toEqual(['present@x.org', 'awaited@x.org']);
    expect([...confirmedBy({ ...user, isVerified: false })]).toEqual(['awaited@x.org']);
  });
});
