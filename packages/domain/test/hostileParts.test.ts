import { describe, expect, it } from 'vitest';
import { Responses } from '../src/index.ts';
import { openNotedWorld } from './support/notedWorld.ts';
import { openWorld, PASSWORD, refusal } from './support/world.ts';

const { Invalid_data, Missing_data } = Responses.General;

// An embedder without a compiler can pass anything: that is what these tests are about.
const anything = (input: unknown) => input as never;

it.each([null, 5, 'abc', '', {}, ['1'], [null], true])(
  'versions to compare with %j are refused, never read as "any version"',
  async (versions) => {
    const { world, caller, calls } = await openNotedWorld();
    const { service } = world;
    const changes = { nom: 'Other', sourceCode: {} };
    const one = anything(versions);
    expect(await refusal(service.updateAlgo({ id: 1, changes, ifVersion: one }, caller))).toBe(Invalid_data);
    expect(await refusal(service.deleteAlgo({ id: 1, ifVersion: one }, caller))).toBe(Invalid_data);
    expect(await refusal(service.leaveAlgo({ id: 1, ifVersion: one }, caller))).toBe(Invalid_data);
    expect(await refusal(service.getAlgo({ id: 1, unlessVersion: one }, caller))).toBe(Invalid_data);
    expect(calls).toEqual([]);
  },
);

describe('fields of an input', () => {
  it('are read once: the checked value is the stored value', async () => {
    const { world } = await openNotedWorld();
    let reads = 0;
    const input = Object.defineProperty({ email: 'eve@example.org', password: PASSWORD }, 'pseudo', {
      enumerable: true,
      get: () => (reads++ === 0 ? 'Eve' : '\u0000'),
    });
    expect(await world.service.registerUser(input)).toMatchObject({ pseudo: 'Eve' });
    expect(reads).toBe(1);
  });

  it('never change a prototype, and are not read from one', async () => {
    const { world, caller } = await openNotedWorld();
    const hostile = '{"__proto__":{"isVerified":true,"polluted":1},"constructor":{"prototype":{"polluted":1}}';
    const input: unknown = JSON.parse(`${hostile},"email":"eve@example.org","password":"${PASSWORD}","pseudo":"Eve"}`);
    expect(await world.service.registerUser(input)).toMatchObject({ isVerified: false });
    const changes: unknown = JSON.parse(`${hostile},"nom":"Sort","sourceCode":{}}`);
    await world.service.updateAlgo({ id: 1, changes }, caller);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    const inherited = Object.create({ ownerId: 1, nom: 'Sort', sourceCode: {} });
    expect(await refusal(world.service.createAlgo(inherited, caller))).toBe(Missing_data);
  });
});

it.each([undefined, 1n, () => 1])('a source code that a validator accepts as %s is not stored', async (sourceCode) => {
  const { world, caller } = await openNotedWorld();
  const lax = openWorld({ replace: { ...world.ports, validator: () => ({ success: true }) } });
  const input = { ownerId: 1, nom: 'Sort', sourceCode: sourceCode ?? Symbol('s') };
  await expect(lax.service.createAlgo(input, caller)).rejects.toThrow(TypeError);
  expect(world.data.algos.size).toBe(1);
});
