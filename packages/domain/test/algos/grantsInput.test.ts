import { describe, expect, it } from 'vitest';
import { AlgoUpdateDTO, PageDTO } from '../../src/index.ts';
import { MAX_GRANTS } from '../../src/shares/grantsInput.ts';
import { refusals } from '../support/violations.ts';

const check = (permsAlgorithme: unknown) => refusals(AlgoUpdateDTO, { nom: 'Sort', sourceCode: {}, permsAlgorithme });

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ idUtilisateur: index + 1, droits: 'Read' }));

describe('the list of rights', () => {
  it('may be empty, and may name each user once', () => {
    expect(check([])).toEqual([]);
    expect(check([{ idUtilisateur: 1, droits: 'Read' }])).toEqual([]);
    expect(check(many(3))).toEqual([]);
  });

  it.each(['Owner', 'read', 'READ', '', null, 1, ['Read'], { $gt: '' }])('refuses %j as a right', (droits) => {
    expect(check([{ idUtilisateur: 1, droits }])).toEqual(['/permsAlgorithme/0/droits type']);
  });

  it.each([0, -1, 1.5, '1', null, 2 ** 53, { $gt: 0 }])('refuses %j as a user', (idUtilisateur) => {
    expect(check([{ idUtilisateur, droits: 'Read' }])).toEqual(['/permsAlgorithme/0/idUtilisateur type']);
  });

  it('reports what an entry lacks, and where', () => {
    expect(check([{ droits: 'Read' }])).toEqual(['/permsAlgorithme/0/idUtilisateur required']);
    expect(check([{ idUtilisateur: 1, droits: 'Read' }, {}])).toEqual([
      '/permsAlgorithme/1/idUtilisateur required',
      '/permsAlgorithme/1/droits required',
    ]);
  });

  it.each([null, 'Read', 1])('refuses %s as an entry', (entry) => {
    expect(check([entry])).toEqual(['/permsAlgorithme/0 type']);
  });

  it('refuses an array as an entry', () => {
    expect(check([[1, 'Read']])).not.toEqual([]);
  });

  it('refuses a user named twice, at each repetition', () => {
    const twice = [...many(2), { idUtilisateur: 1, droits: 'ReadWrite' }, { idUtilisateur: 2, droits: 'Read' }];
    expect(check(twice)).toEqual([
      '/permsAlgorithme/2/idUtilisateur duplicate',
      '/permsAlgorithme/3/idUtilisateur duplicate',
    ]);
  });

  it('has a maximum length, and entries beyond it are not read', () => {
    expect(check(many(MAX_GRANTS))).toEqual([]);
    expect(check(many(MAX_GRANTS + 1))).toEqual(['/permsAlgorithme max_length']);
    expect(check(Array.from({ length: 100_000 }, () => 'x'))).toEqual(['/permsAlgorithme max_length']);
  });
});

describe('a page', () => {
  it('has 1 to 1,000 items', () => {
    expect(refusals(PageDTO, { limit: 1_000 })).toEqual([]);
    expect(refusals(PageDTO, { limit: 1_001 })).toEqual(['/limit max']);
    expect(refusals(PageDTO, { limit: 0 })).toEqual(['/limit min']);
  });

  it('starts after any id', () => {
    expect(refusals(PageDTO, { after: Number.MAX_SAFE_INTEGER })).toEqual([]);
    expect(refusals(PageDTO, { after: 0 })).toEqual(['/after type']);
  });
});
