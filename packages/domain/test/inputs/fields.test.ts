import { describe, expect, it } from 'vitest';
import {
  AlgoCreateDTO,
  AlgoUpdateDTO,
  EmailDTO,
  PageDTO,
  PasswordResetDTO,
  UserLoginDTO,
  UserRegisterDTO,
  UserUpdateDTO,
} from '../../src/index.ts';
import type { fields } from '../../src/input.ts';
import { refusals } from '../support/violations.ts';

interface DtoCase {
  readonly name: string;
  readonly schema: Parameters<typeof fields>[0];
  readonly good: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  /** For each field, values of another type. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
}

const NO_FLAG = [0, 1, 'true', {}, []];
const NO_TEXT = [0, 1, true, false, {}, { $gt: '' }, [], ['abcdefgh']];
const NO_NUMBER = ['1', true, false, {}, { $gt: 0 }, [], [1], Number.NaN, Number.POSITIVE_INFINITY, 1n];
const NO_INTEGER = [...NO_NUMBER, 1.5, 2 ** 53];
const NO_ID = [...NO_INTEGER, 0, -1, -0];

const DTOS: readonly DtoCase[] = [
  {
    name: 'UserRegisterDTO',
    schema: UserRegisterDTO,
    good: { pseudo: 'Ada', email: 'ada@example.org', password: 'correct horse' },
    required: ['email', 'password', 'pseudo'],
    wrong: { pseudo: NO_TEXT, email: NO_TEXT, password: NO_TEXT },
  },
  {
    name: 'UserLoginDTO',
    schema: UserLoginDTO,
    good: { email: 'ada@example.org', password: 'x' },
    required: ['email', 'password'],
    wrong: { email: NO_TEXT, password: NO_TEXT },
  },
  {
    name: 'UserUpdateDTO',
    schema: UserUpdateDTO,
    good: {
      pseudo: 'Ada',
      currentPassword: 'x',
      newPassword: 'correct horse',
      urlPfp: 'https://a.fr',
      locale: 'fr',
      shareMails: false,
      requestedUserId: 1,
    },
    required: ['currentPassword'],
    wrong: {
      pseudo: NO_TEXT,
      currentPassword: NO_TEXT,
      newPassword: NO_TEXT,
      urlPfp: NO_TEXT,
      locale: [...NO_TEXT, 'de', 'EN'],
      shareMails: NO_FLAG,
      requestedUserId: NO_NUMBER,
    },
  },
  {
    name: 'AlgoCreateDTO',
    schema: AlgoCreateDTO,
    good: {
      id: 7,
      nom: 'Sort',
      dateCreation: 0,
      dateModification: -1.5,
      ownerId: 1,
      requestedUserId: 1,
      sourceCode: {},
      dossierId: 1,
    },
    required: ['ownerId', 'nom', 'sourceCode'],
    wrong: {
      id: NO_NUMBER,
      nom: NO_TEXT,
      dateCreation: NO_NUMBER,
      dateModification: NO_NUMBER,
      ownerId: NO_NUMBER,
      requestedUserId: NO_NUMBER,
      sourceCode: [],
      dossierId: NO_ID,
    },
  },
  {
    name: 'AlgoUpdateDTO',
    schema: AlgoUpdateDTO,
    good: {
      id: 7,
      nom: 'Sort',
      requestedUserId: 1,
      permsAlgorithme: [{ idUtilisateur: 2, droits: 'Read' }],
      sourceCode: [],
    },
    required: ['nom', 'sourceCode'],
    wrong: {
      id: NO_ID,
      nom: NO_TEXT,
      requestedUserId: NO_NUMBER,
      permsAlgorithme: [0, true, 'Read', {}, { 0: { idUtilisateur: 2, droits: 'Read' } }],
      sourceCode: [],
    },
  },
  { name: 'EmailDTO', schema: EmailDTO, good: { email: 'a@b.co' }, required: ['email'], wrong: { email: NO_TEXT } },
  {
    name: 'PasswordResetDTO',
    schema: PasswordResetDTO,
    good: { password: 'correct horse' },
    required: ['password'],
    wrong: { password: NO_TEXT },
  },
  {
    name: 'PageDTO',
    schema: PageDTO,
    good: { limit: 1, after: 1 },
    required: [],
    wrong: { limit: NO_INTEGER, after: NO_ID },
  },
];

describe.each(DTOS)('$name', ({ schema, good, required, wrong }) => {
  const check = (input: unknown) => refusals(schema, input);
  const names = Object.entries(wrong);

  it('has a wrong value for each of its fields', () => {
    expect(Object.keys(wrong).sort()).toEqual(Object.keys(schema.entries).sort());
    expect(Object.keys(good).sort()).toEqual(Object.keys(schema.entries).sort());
  });

  it('is accepted with all fields, and with the required fields only', () => {
    expect(check(good)).toEqual([]);
    expect(check(Object.fromEntries(Object.entries(good).filter(([name]) => required.includes(name))))).toEqual([]);
  });

  it.each(names)('counts %s as not sent when it is absent, undefined, null or empty', (name) => {
    const answer = required.includes(name) ? ['missing'] : [];
    const absent = Object.fromEntries(Object.entries(good).filter(([other]) => other !== name));
    expect(check(absent)).toEqual(answer);
    for (const nothing of [undefined, null, '']) expect(check({ ...good, [name]: nothing })).toEqual(answer);
  });

  it.each(names)('refuses %s of a wrong type', (name, values) => {
    for (const value of values) expect(check({ ...good, [name]: value }), String(value)).toEqual([`/${name} type`]);
  });

  it('reports every field that is wrong', () => {
    const typed = names.filter(([, values]) => values.length > 0);
    const input = { ...good, ...Object.fromEntries(typed.map(([name, values]) => [name, values[0]])) };
    expect(check(input).sort()).toEqual(typed.map(([name]) => `/${name} type`).sort());
  });

  it('ignores unknown fields', () => {
    const foreign = JSON.parse('{"mdpHash":"x","isVerified":true,"__proto__":{"email":"a@b.co"},"constructor":1}');
    expect(check({ ...foreign, ...good })).toEqual([]);
  });
});

it.each([
  [0, 'min'],
  [-1, 'min'],
  [-0, 'min'],
  [1_001, 'max'],
  [Number.MAX_SAFE_INTEGER, 'max'],
])('PageDTO refuses the limit %s by the rule %s', (limit, rule) => {
  expect(refusals(PageDTO, { limit })).toEqual([`/limit ${rule}`]);
});
