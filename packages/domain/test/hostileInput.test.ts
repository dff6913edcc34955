import type * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type Caller, OPERATIONS, type Operation, Responses } from '../src/index.ts';
import { openNotedWorld } from './support/notedWorld.ts';
import { PASSWORD, refusal, type World } from './support/world.ts';

const { Invalid_data } = Responses.General;

/** Values that are no objects with fields. */
const SHAPELESS: readonly unknown[] = [null, 0, 12, true, 'text', Symbol('s'), 1n, () => ({}), [], [{}]];

type Run = (world: World, input: unknown, caller: Caller) => Promise<unknown>;

const DECLARED: readonly (readonly [string, Operation])[] = Object.entries(OPERATIONS);

// An embedder without a compiler can pass anything: that is what these tests are about.
const calling =
  (method: string): Run =>
  ({ service }, input, caller) =>
    Reflect.apply(Reflect.get(service, method), service, [input, caller]);

/** Every use case that takes an object, and every part of its input that is one, as a call with that object. */
const OBJECTS = DECLARED.flatMap(([name, { input }]): (readonly [string, Run])[] => {
  if (input?.schema.type !== 'object') return [];
  const { entries } = input.schema as v.ObjectSchema<v.ObjectEntries, undefined>; // its type says so
  const parts = Object.keys(entries).filter((part) => entries[part]?.type === 'object');
  const withPart =
    (part: string): Run =>
    (world, value, caller) =>
      calling(name)(world, { id: 1, token: 'x', [part]: value }, caller);
  return [[name, calling(name)], ...parts.map((part) => [`${part} of ${name}`, withPart(part)] as const)];
});

/** Every use case that takes a single value, and some parts that are one, with the code that refuses a wrong one. */
const VALUES: readonly (readonly [string, string | undefined, Run])[] = [
  ...DECLARED.flatMap(([name, { input }]) =>
    input === null || input.schema.type === 'object' ? [] : [[name, input.failures[0], calling(name)] as const],
  ),
  [
    'token of resetPassword',
    Responses.User.Invalid_token,
    ({ service }, token) => service.resetPassword({ token, changes: { password: PASSWORD } }),
  ],
  [
    'session of endSession',
    Invalid_data,
    ({ service }, sessionId, caller) => service.endSession({ id: 1, sessionId }, caller),
  ],
  ['user of deleteUser', Invalid_data, ({ service }, id, caller) => service.deleteUser({ id }, caller)],
];

describe.each(OBJECTS)('%s', (_name, run) => {
  it.each(SHAPELESS)('refuses %s before it calls a port', async (input) => {
    const { world, caller, calls } = await openNotedWorld();
    expect(await refusal(run(world, input, caller))).toBe(Invalid_data);
    expect(calls).toEqual([]);
  });
});

describe.each(VALUES)('%s', (_name, code, run) => {
  const wrong: readonly unknown[] = [...SHAPELESS.filter((one) => one !== 12), undefined, {}, 'x'.repeat(5_000_000)];

  it.each(wrong.map((value, index) => ({ value, index })))('refuses value $index', async ({ value }) => {
    const { world, caller, calls } = await openNotedWorld();
    expect(await refusal(run(world, value, caller))).toBe(code);
    expect(calls.filter((call) => call !== 'mailTokens.read')).toEqual([]);
  });

  it('refuses an object that converts itself to valid values', async () => {
    const { world, caller } = await openNotedWorld();
    const chameleon = { valueOf: () => 1, toString: () => '1', length: 43, [Symbol.toPrimitive]: () => 1 };
    expect(await refusal(run(world, chameleon, caller))).toBe(code);
  });
});
