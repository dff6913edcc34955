import { describe, expect, it } from 'vitest';
import { Responses } from '../src/index.ts';
import { endless, UNREADABLE } from './support/hostile.ts';
import { openNotedWorld } from './support/notedWorld.ts';
import { openWorld, PASSWORD, refusal } from './support/world.ts';

const { Invalid_data, Missing_data } = Responses.General;

// An embedder without a compiler can pass anything: that is what these tests are about.
const anything = (input: unknown) => input as never;

describe('an endless list', () => {
  it('is refused as too long, or as not a list, without a long loop', async () => {
    const { world, caller, calls } = await openNotedWorld();
    const { service } = world;
    const changes = { nom: 'Sort', sourceCode: {} };
    const huge = { ...changes, permsAlgorithme: endless() };
    await expect(service.updateAlgo({ id: 1, changes: huge }, caller)).rejects.toMatchObject({
      code: Invalid_data,
      data: [{ path: '/permsAlgorithme', rule: 'max_length' }],
    });
    for (const field of ['email', 'password', 'pseudo']) {
      const input = { email: 'a@example.org', password: PASSWORD, pseudo: 'Ada', [field]: endless() };
      expect(await refusal(service.registerUser(input))).toBe(Invalid_data);
    }
    expect(calls).toEqual([]);
    expect(await refusal(service.createAlgo({ ...changes, ownerId: 1, sourceCode: endless() }, caller))).toBe(
      Responses.Algo.Invalid,
    );
    expect(calls).toEqual([]);
  });

  it('with a false length is read up to the maximum length only', async () => {
    const { world, caller, calls } = await openNotedWorld();
    let reads = 0;
    const get = (target: object, key: PropertyKey) => {
      if (key === 'length') return Number.MAX_SAFE_INTEGER;
      reads += 1;
      return Reflect.get(target, key);
    };
    const changes = { nom: 'Sort', sourceCode: {}, permsAlgorithme: new Proxy([], { get }) };
    expect(await refusal(world.service.updateAlgo({ id: 1, changes }, caller))).toBe(Invalid_data);
    expect(reads).toBeLessThan(2_000);
    expect(calls).toEqual([]);
  });
});

it.each(Object.entries(UNREADABLE))('a list of rights with %s in it is refused', async (_what, make) => {
  const { world, caller, calls } = await openNotedWorld();
  const changes = { nom: 'Sort', sourceCode: {}, permsAlgorithme: [make()] };
  expect(await refusal(world.service.updateAlgo({ id: 1, changes }, caller))).toBe(Invalid_data);
  expect(calls).toEqual([]);
});

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

describe('a source code that changes between check and write', () => {
  // Without a trap for `in`, the validator sees an empty object.
  const shifting = (later: unknown) =>
    new Proxy({}, { get: (_target, key) => (key === 'toJSON' ? () => later : undefined) });

  it.each([undefined, 1n, () => 1])('is refused if it becomes %s, and nothing is stored', async (later) => {
    const { world, caller, calls } = await openNotedWorld();
    const input = { ownerId: 1, nom: 'Sort', sourceCode: shifting(later) };
    expect(await refusal(world.service.createAlgo(input, caller))).toBe(Responses.Algo.Invalid);
    expect(calls).toEqual([]);
  });

  it.each(Object.entries(UNREADABLE))('as %s is refused', async (_what, make) => {
    const { world, caller, calls } = await openNotedWorld();
    const input = { ownerId: 1, nom: 'Sort', sourceCode: { deep: [make()] } };
    expect(await refusal(world.service.createAlgo(input, caller))).toBe(Responses.Algo.Invalid);
    expect(calls).toEqual([]);
  });

  it.each([undefined, 1n, () => 1])('is refused if a validator accepts %s', async (sourceCode) => {
    const { world, caller } = await openNotedWorld();
    const lax = openWorld({ replace: { ...world.ports, validator: () => ({ success: true }) } });
    const input = { ownerId: 1, nom: 'Sort', sourceCode: sourceCode ?? Symbol('s') };
    await expect(lax.service.createAlgo(input, caller)).rejects.toMatchObject({
      code: Responses.Algo.Invalid,
      data: { success: false, issues: [{ rule: 'type' }] },
    });
    expect(world.data.algos.size).toBe(1);
  });
});
