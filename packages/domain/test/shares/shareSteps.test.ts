import { describe, expect, it } from 'vitest';
import { givenTo, withWaiting } from '../../src/shares/shareSteps.ts';

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
) => givenTo({ waiting, permsAlgorithme }, () => true, { userId: 2, now: NOW })?.permsAlgorithme;

describe('a right that waited', () => {
  it('is not raised by the rights of others', () => {
    const other = grant(3, 'ReadWrite');
    expect(given([waitingFor('b@x.org', false)], [other])).toEqual([other, { ...grant(2, 'Read'), date: NOW }]);
  });

  it('is told by no mail', () => {
    expect(given([waitingFor('b@x.org', true)], [])).toEqual([{ ...grant(2, 'Read'), date: NOW }]);
  });
});

it.each([true, false])(
  'a share in place of one for the same address has a mail, and an end of its own, if the mail of that one is due still: %s',
  (isDue) => {
    const former = waitingFor('b@x.org', isDue);
    const share = { ...waitingFor('b@x.org', true, 'ReadWrite'), dateExpiration: NOW + 9 };
    expect(withWaiting({ waiting: [former] }, share, 'exact')).toEqual([
      isDue ? share : { ...share, isMailDue: false, dateExpiration: former.dateExpiration },
    ]);
  },
);
