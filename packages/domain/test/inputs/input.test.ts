import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Responses, UserRegisterDTO, UserUpdateDTO } from '../../src/index.ts';
import { fields, idInput } from '../../src/input.ts';
import { DomainError, MissingDataError } from '../../src/responses.ts';
import { refusals } from '../support/violations.ts';

describe('fields', () => {
  it('treats an absent input as an empty object', () => {
    expect(refusals(UserRegisterDTO, undefined)).toEqual(['missing']);
    expect(refusals(v.object({}), undefined)).toEqual([]);
  });

  it('reports missing fields before invalid ones', () => {
    expect(refusals(UserRegisterDTO, { email: 7, password: 'x' })).toEqual(['missing']);
    expect(refusals(UserRegisterDTO, { email: 7, password: 'x', pseudo: 'y' })).toEqual([
      '/pseudo min_length',
      '/email type',
      '/password min_length',
    ]);
  });

  it('names the missing fields to embedders, and has no data for clients', () => {
    const { read } = fields(UserRegisterDTO);
    const named = (input: object): unknown => {
      try {
        return read(input);
      } catch (error) {
        return error instanceof MissingDataError && { fields: error.fields, code: error.code, data: error.data };
      }
    };
    const code = Responses.General.Missing_data;
    expect(named({ email: '', pseudo: null })).toEqual({
      fields: ['pseudo', 'email', 'password'],
      code,
      data: undefined,
    });
    expect(named({ email: 7, pseudo: 'x' })).toEqual({ fields: ['password'], code, data: undefined });
  });

  it('names the values of which one is allowed, and nothing of what was sent', () => {
    const { read } = fields(v.object({ sort: v.picklist(['nom', '-nom'], 'type'), only: v.picklist(['one'], 'type') }));
    const allowed = { sort: 'is not one of "nom", "-nom"', only: 'is not one of "one"' };
    for (const wrong of ['name', 'n'.repeat(1_000_000), 7, ['nom'], { nom: 1 }]) {
      expect(() => read({ sort: wrong, only: wrong })).toThrow(
        expect.objectContaining({
          data: ['sort', 'only'].map((name) => ({ path: `/${name}`, rule: 'type', message: allowed[name as 'sort'] })),
        }),
      );
    }
  });

  it.each([undefined, null, ''])('counts %j as not sent', (nothing) => {
    const required = { email: 'ada@example.org', password: 'correct horse', pseudo: 'Ada' };
    for (const name of Object.keys(required))
      expect(refusals(UserRegisterDTO, { ...required, [name]: nothing })).toEqual(['missing']);
    expect(refusals(UserUpdateDTO, { currentPassword: 'x', pseudo: nothing, shareMails: nothing })).toEqual([]);
  });

  it('counts 0 and false as sent', () => {
    expect(refusals(UserRegisterDTO, { email: 0, password: false, pseudo: 0 })).toHaveLength(3);
  });

  it('reads own fields only', () => {
    const inherited = Object.create({ email: 'a@b.co', password: 'correct horse', pseudo: 'Ada' });
    expect(refusals(UserRegisterDTO, inherited)).toEqual(['missing']);
    expect(refusals(UserRegisterDTO, JSON.parse('{"__proto__":{"email":"a@b.co"}}'))).toEqual(['missing']);
    expect(Object.hasOwn(Object.prototype, 'email')).toBe(false);
  });

  it('keeps null if the schema is nullable', () => {
    const input = { currentPassword: 'x', urlPfp: null, pseudo: null };
    expect(fields(UserUpdateDTO).read(input)).toEqual({ currentPassword: 'x', urlPfp: null });
  });

  it('never repeats the value', () => {
    const secret = 'se\u0000cret';
    const error = catchError(() => fields(UserRegisterDTO).read({ email: secret, password: secret, pseudo: secret }));
    expect(error.code).toBe(Responses.General.Invalid_data);
    expect(JSON.stringify([error, error.data, error.message, error.stack])).not.toContain('cret');
  });

  it('gives every violation the text of its rule', () => {
    const error = catchError(() => fields(UserRegisterDTO).read({ email: 'x', password: 'x', pseudo: 'x' }));
    expect(error.data).toEqual([
      { path: '/pseudo', rule: 'min_length', message: 'has fewer than 3 characters' },
      { path: '/email', rule: 'email', message: 'is not an e-mail address' },
      { path: '/password', rule: 'min_length', message: 'has fewer than 8 characters' },
    ]);
  });

  it('writes paths as JSON Pointers', () => {
    const schema = v.object({ 'a/b~c': v.array(v.number('type')) });
    expect(refusals(schema, { 'a/b~c': [1, 'x'] })).toEqual(['/a~1b~0c/1 type']);
    expect(refusals(v.object({ 'a/b': v.object({ '~': v.string() }) }), { 'a/b': {} })).toEqual(['/a~1b/~0 required']);
  });
});

describe('an id', () => {
  it.each([1, 2, Number.MAX_SAFE_INTEGER])('takes %d', (id) => {
    expect(idInput.read(id)).toBe(id);
  });

  it.each([0, -1, 1.5, 2 ** 53, Number.NaN, '1', '', null, undefined, [1], { id: 1 }, 1n])('refuses %s', (id) => {
    const error = catchError(() => idInput.read(id));
    expect(error.data).toEqual([{ path: '/id', rule: 'type', message: 'has the wrong type' }]);
  });
});

function catchError(work: () => unknown): DomainError {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  return expect.fail('nothing was thrown');
}
