import { describe, expect, it } from 'vitest';
import {
  type Algorithm,
  FRESH_USER,
  impossibleInAlgo,
  impossibleInRow,
  impossibleInSession,
  impossibleInUser,
  MAX_DATE_MS,
  MOST_FORMER_EMAILS,
  type User,
} from '../src/index.ts';
import { DEFAULT_POLICY } from '../src/policy.ts';
import { expiration } from '../src/sessions/newSession.ts';
import { dueOf, newAlgo, newGrant, newSession, newUser } from '../testkit/suites/samples.ts';

const user = (fields: Partial<User>): User => ({
  ...newUser(),
  id: 1,
  ...FRESH_USER,
  ...fields,
});
const former = { adresseMail: 'old@example.org', isVerified: false, version: 3, date: 0 };
const emailChange = {
  version: 5,
  pending: null,
  former: [former, { ...former, adresseMail: 'b@example.org', version: 5 }],
};
/** The highest version of a change that two more changes can raise. */
const MAX_VERSION = Number.MAX_SAFE_INTEGER - 2;
const manyFormer = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...former, adresseMail: `${n}@example.org`, version: n + 1 }));
const sameVersion = ['a@example.org', 'b@example.org'].map((adresseMail) => ({ ...former, adresseMail }));
const place = (idUtilisateur: number, dossierId: number) => ({ idUtilisateur, dossierId });
const algo = (fields: Partial<Algorithm>): Algorithm => ({ ...newAlgo(1), id: 1, version: 1, ...fields });

describe('a stored value that a version of the program can have written', () => {
  it.each<Partial<User>>([
    { pseudo: 'see http://example.org' }, // links, hidden characters and controls of the direction of text are refused in inputs alone
    { pseudo: 'a\u200bb' },
    { pseudo: 'x\u202ey' },
    { pseudo: '\u{1f600}'.repeat(30) },
    { pseudo: 'abc' },
    { adresseMail: `a@${'b'.repeat(248)}.org` },
    { urlPfp: 'HTTPS://example.org' },
    { urlPfp: `http://e/${'\u{1f600}'.repeat(2_039)}` },
    { urlPfp: null },
    { mdpHash: 'a hash of another hasher' },
    { dateInscription: 0 },
    { dateInscription: 0.5 }, // MongoDB keeps fractions of an embedder's clock
    { dateInscription: MAX_DATE_MS },
    { credentialsVersion: Number.MAX_SAFE_INTEGER - 1 },
    { emailChange },
    { emailChange: { ...emailChange, pending: { adresseMail: 'old@example.org', date: 0 } } },
    { emailChange: { ...emailChange, version: MAX_VERSION } },
    { emailChange: { ...emailChange, former: manyFormer(MOST_FORMER_EMAILS), version: 9 } },
    { due: [dueOf('notice', { date: 1 }), dueOf('withdrawal', { date: 1 })] },
  ])('is intact in a user: %j', (fields) => {
    expect(impossibleInUser(user(fields))).toBeNull();
  });

  it.each<Partial<Algorithm>>([
    { nom: '\u{1f600}'.repeat(255) },
    { nom: 'x\u202ey' },
    { contentBytes: Number.MAX_SAFE_INTEGER }, // a quota is a setting
    { dateCreation: 2, dateModification: 1 }, // a clock was set back
    { ref: 'of another content store' },
    { places: [place(1, 1), place(2, 1)] },
    { version: Number.MAX_SAFE_INTEGER - 1 },
    { permsAlgorithme: Array.from({ length: 2_000 }, (_, n) => newGrant(n + 2)) },
  ])('is intact in an algorithm', (fields) => {
    expect(impossibleInAlgo(algo(fields))).toBeNull();
  });

  it('is intact in a session, whatever lifetime was set', () => {
    const policy = {
      ...DEFAULT_POLICY,
      tokenIdleMs: Number.MAX_SAFE_INTEGER,
      tokenAbsoluteMs: Number.MAX_SAFE_INTEGER,
    };
    const now = 1_700_000_000_000;
    const dates = { dateCreation: now, dateUtilisation: now, dateExpiration: expiration(policy, now, now) };
    expect(impossibleInSession(newSession(1, dates))).toBeNull();
  });
});

// The contract suites of the stores have more of them.
describe('a stored value that was never written', () => {
  it.each<[string, Partial<User>]>([
    ['id', { id: 0 }],
    ['adresseMail', { adresseMail: `a@${'b'.repeat(253)}` }],
    ['adresseMail', { adresseMail: 'a@b\n.org' }],
    ['pseudo', { pseudo: 'ab' }],
    ['pseudo', { pseudo: '\u{1f600}\u{1f600}' }],
    ['pseudo', { pseudo: '\u{1f600}'.repeat(31) }],
    ['pseudo', { pseudo: 'Ada\ud800' }],
    ['urlPfp', { urlPfp: 'https://' }],
    ['urlPfp', { urlPfp: 'https://example.org/a b' }],
    ['urlPfp', { urlPfp: `https://${'a'.repeat(2_041)}` }],
    ['urlPfp', { urlPfp: 'javascript:https://example.org' }],
    ['dateInscription', { dateInscription: Number.NaN }],
    ['credentialsVersion', { credentialsVersion: Number.MAX_SAFE_INTEGER }],
    ['due', { due: [dueOf('confirmation', { date: MAX_DATE_MS + 1 })] }],
    ['due', { due: [dueOf('notice', { version: -1 })] }],
    ['due', { due: [dueOf('displaced', { adresseMail: 'nobody' })] }],
    ['due', { due: [dueOf('notice', { date: 2 }), dueOf('withdrawal', { date: 1 })] }],
    ['due', { due: [dueOf('changed', { adresseMail: 'a@example.org' }), dueOf('changed', {})] }],
    ['emailChange.version', { emailChange: { ...emailChange, version: MAX_VERSION + 1 } }],
    ['emailChange.former', { emailChange: { ...emailChange, former: manyFormer(MOST_FORMER_EMAILS + 1), version: 9 } }],
    ['emailChange.former', { emailChange: { ...emailChange, former: [{ ...former, version: 0 }] } }],
    ['emailChange.former', { emailChange: { ...emailChange, former: sameVersion } }],
    ['emailChange.pending', { emailChange: { ...emailChange, pending: { adresseMail: 'nobody', date: 0 } } }],
    ['emailChange.pending', { emailChange: { ...emailChange, pending: { adresseMail: 'b@example.org', date: -1 } } }],
    ['emailChange.former', { emailChange: { ...emailChange, former: [{ ...former, adresseMail: 'nobody' }] } }],
    ['emailChange.former', { emailChange: { ...emailChange, former: [{ ...former, date: -1 }] } }],
    ['emailChange.former', { emailChange: { ...emailChange, former: [{ ...former, version: 6 }] } }],
    ['emailChange.former', { emailChange: { ...emailChange, former: [former, { ...former, version: 4 }] } }],
    ['emailChange.former', { emailChange: { ...emailChange, former: emailChange.former.toReversed() } }],
    ['emailChange.former', { emailChange, adresseMail: 'old@example.org' }],
  ])('is found in a user: %s of %j', (field, fields) => {
    expect(impossibleInUser(user(fields))).toBe(field);
  });

  it.each<[string, Partial<Algorithm>]>([
    ['id', { id: -1 }],
    ['nom', { nom: 'x'.repeat(256) }],
    ['ownerId', { ownerId: 0 }],
    ['permsAlgorithme', { permsAlgorithme: [newGrant(2), newGrant(3), newGrant(2)] }],
    ['version', { version: Number.MAX_SAFE_INTEGER }],
  ])('is found in an algorithm, and in a list: %s of %j', (field, fields) => {
    expect([impossibleInAlgo(algo(fields)), impossibleInRow(algo(fields))]).toEqual([field, field]);
  });

  it.each<[string, Partial<Algorithm>]>([
    ['ref', { ref: '' }],
    ['contentBytes', { contentBytes: Number.MAX_SAFE_INTEGER + 1 }],
    ['places', { places: [place(1, 1), place(1, 2)] }],
    ['places', { places: [place(1, 0)] }],
    ['contentBytes', { contentBytes: 0 }],
    ['modifiedBy', { modifiedBy: 0 }],
    ['dateSource', { dateSource: MAX_DATE_MS + 1 }],
    ['permsAlgorithme', { permsAlgorithme: [{ ...newGrant(2), date: -1 }] }],
    ['places', { places: [place(0, 1)] }],
  ])('is found in an algorithm that is read alone: %s of %j', (field, fields) => {
    expect([impossibleInAlgo(algo(fields)), impossibleInRow(algo(fields))]).toEqual([field, null]);
  });
});
