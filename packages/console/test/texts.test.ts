import { en as clientEn } from '@algotheque/client/texts';
import { describe, expect, it } from 'vitest';
import { en } from '../app/texts/en.ts';
import { fr } from '../app/texts/fr.ts';

/** Their texts say what to do next, the console adds it from the answer, or nobody meets them. */
const WITHOUT = [
  'Responses.General.Missing_data', // the fields are marked
  'Responses.General.Invalid_data',
  'Responses.General.Unauthorized',
  'Responses.General.Too_many_requests',
  'Responses.General.Unavailable',
  'Responses.General.Https_needed',
  'Responses.User.Invalid_token',
  'Responses.User.Email_changed_too_often',
  'Responses.Algo.Forbidden_create',
  'Responses.Algo.Forbidden_leave',
  'Responses.Algo.Quota_exceeded', // with the figures
  'Responses.Admin.Owner_account',
  'Client.Unreachable', // whether what was typed stays there
  'Client.Aborted',
  'Client.Cut_off',
  'Client.Not_modified',
];

describe('the texts of failures', () => {
  const { instead, next } = en.failures;

  it('say what to do next, each of them', () => {
    const codes = Object.keys(clientEn).filter((code) => !code.includes('.Success.'));
    expect(codes.filter((code) => !Object.hasOwn(next, code)).sort()).toEqual([...WITHOUT].sort());
    expect(Object.keys(next).filter((code) => !codes.includes(code))).toEqual([]);
  });

  it('are in both languages, and speak of no body of a request', () => {
    expect(Object.keys(fr.failures.instead)).toEqual(Object.keys(instead));
    expect(Object.keys(fr.failures.next)).toEqual(Object.keys(next));
    const shown = Object.values({ ...clientEn, ...instead });
    expect(shown.filter((text) => /\bbody\b/.test(text))).toEqual([]);
  });
});

describe('the texts of counts', () => {
  it('are singular for one', () => {
    expect([en.list.leftOut('1').slice(0, 23), en.list.leftOut('2').slice(0, 25)]).toEqual([
      '1 damaged record is not',
      '2 damaged records are not',
    ]);
    expect(fr.list.leftOut('1')).toMatch(/^1 enregistrement endommagé n’est pas affiché\./);
    expect([fr.upload.done('1', '2', '0'), fr.upload.done('2', '0', '1')]).toEqual([
      '1 créé, 2 refusés.',
      '2 créés, 0 refusé. Déjà présents\u00a0: 1.',
    ]);
  });
});
