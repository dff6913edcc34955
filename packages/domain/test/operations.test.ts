import { memoryPorts } from '@algotheque/domain/memory';
import { describe, expect, it } from 'vitest';
import { createService, DomainError, failuresOf, OPERATIONS, type Operation, Responses } from '../src/index.ts';
import { declaredOnly, UndeclaredFailure } from './support/declaredOnly.ts';
import { openWorld, refusal } from './support/world.ts';

const all: readonly (readonly [string, Operation])[] = Object.entries(OPERATIONS);

describe('the declarations of the operations', () => {
  it('are those of the methods of a service', () => {
    const { health, open, settled, close, ...methods } = openWorld().service;
    for (const method of [health, open, settled, close]) expect(typeof method).toBe('function');
    expect(Object.keys(OPERATIONS).sort()).toEqual(Object.keys(methods).sort());
  });

  it.each(all)('%s has a summary', (_method, { summary }) => {
    expect(summary).toMatch(/^[A-Z].*[^.]$/);
  });
});

describe('the failures of an operation', () => {
  const short = (declared: Operation) => failuresOf(declared).map((id) => id.replace('Responses.', ''));

  it('begin with the failures of its caller and its input', () => {
    expect(short(OPERATIONS.updateUser)).toEqual([
      'General.Unauthorized',
      'General.Invalid_data',
      'General.Missing_data',
      'User.Not_found',
      'User.Forbidden',
      'General.Too_many_requests',
      'User.Wrong_password',
      'General.Unavailable',
    ]);
    expect(short(OPERATIONS.getAlgo)).toEqual([
      'General.Unauthorized',
      'General.Invalid_data',
      'Algo.Not_found',
      'General.Unavailable',
    ]);
  });

  it('have no missing data if no field is required, and no failure of an input if there is none', () => {
    expect(short(OPERATIONS.listAlgos)).not.toContain('General.Missing_data');
    expect(short(OPERATIONS.logout)).toEqual(['General.Unauthorized', 'General.Unavailable']);
    expect(short(OPERATIONS.checkRecovery)).toEqual(['User.Invalid_token', 'General.Unavailable']);
  });
});

it('a failure that an operation does not declare fails the tests of a world', async () => {
  const login = () => Promise.reject(new DomainError(Responses.Algo.Conflict));
  const service = declaredOnly({ ...createService(memoryPorts()), login });
  const credentials = { email: 'ada@example.org', password: 'x' };
  await expect(service.login(credentials)).rejects.toThrow(UndeclaredFailure);
  expect(await refusal(service.getUser(1, {}))).toBe(Responses.General.Unauthorized);
});
