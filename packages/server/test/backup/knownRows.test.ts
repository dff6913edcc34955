import type { PortableRows } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { KnownRows } from '../../src/backup/knownRows.ts';

const algo = (id: number): PortableRows['algo'] => ({
  id,
  nom: 'Sort',
  dateCreation: 0,
  dateModification: 0,
  ownerId: 1,
  permsAlgorithme: [{ idUtilisateur: 2, droits: 'Read', date: 0 }],
  version: 1,
  ref: `ref ${id}`,
  contentBytes: 2,
  modifiedBy: 1,
  dateSource: 0,
  places: [],
  waiting: [],
});

describe('the rows of a backup', () => {
  it.each([true, false])('have an algorithm that is in the bin only there, of one moment or not: %s', (isOneMoment) => {
    const rows = new KnownRows(isOneMoment);
    rows.addDamaged({ id: '1' } as never); // it reads no more of the damage
    const kept = [{ ...algo(3), dateSuppression: 1 }, algo(3), algo(4)].map((row) => rows.known(row) !== null);
    expect(kept).toEqual([true, false, true]);
  });

  it('have what belongs to users who are there, if they are not of one moment', () => {
    const known = (isOneMoment: boolean) => new KnownRows(isOneMoment).known(algo(3));
    expect([known(true), known(false)]).toEqual([algo(3), null]);
  });

  it('have no session of a password that their user does not have, if they are not of one moment', () => {
    const kept = (isOneMoment: boolean) => {
      const rows = new KnownRows(isOneMoment);
      rows.known({ id: 1, adresseMail: 'ada@example.org', credentialsVersion: 2 } as PortableRows['user']); // all that is read of it
      rows.addDamaged({ id: '2' } as never);
      const sessions = [
        { userId: 1, credentialsVersion: 2 },
        { userId: 1, credentialsVersion: 3 },
        { userId: 2, credentialsVersion: 9 },
      ];
      return sessions.map((one) => rows.known({ digest: 'd', ...one } as PortableRows['session']) !== null);
    };
    expect([kept(true), kept(false)]).toEqual([
      [true, true, true],
      [true, false, true],
    ]);
  });

  it('have what belongs to users who are there, if a record was read again', () => {
    const rows = new KnownRows(true);
    expect(rows.later(algo(3))).toBeNull();
    rows.known({ id: 1, adresseMail: 'ada@example.org' } as PortableRows['user']); // all that is read of it
    expect(rows.later(algo(3))).toEqual({ ...algo(3), permsAlgorithme: [] });
    rows.known({ id: 2, adresseMail: 'bob@example.org' } as PortableRows['user']);
    expect(rows.later(algo(3))).toEqual(algo(3));
  });
});
