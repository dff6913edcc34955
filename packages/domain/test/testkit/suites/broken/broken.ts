import { DamagedError } from '../../../../src/index.ts';
import type { MemoryData } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { dataFixture } from '../../memory/memoryFixtures.ts';

/** An implementation that breaks a promise, and part of the name of a test that must find it. */
export interface Broken<Of> {
  readonly fails: string;
  open(): Promise<Of>;
}

/** Broken implementations by what is wrong with them. */
export type BrokenVariants<Of> = Readonly<Record<string, Broken<Of>>>;

/** The port with some methods replaced. */
export function override<Port extends object>(port: Port, changes: Partial<Port>): Port {
  return new Proxy(port, {
    get(target, name) {
      if (Object.hasOwn(changes, name)) return Reflect.get(changes, name);
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** The fixture with some methods of its port replaced; `cut` has no effect on them. */
export function overridePort<Port extends object, Of extends Fixture<Port>>(
  fixture: Of,
  changesOf: (port: Port) => Partial<Port>,
): Of {
  return { ...fixture, port: override(fixture.port, changesOf(fixture.port)) };
}

/** Lets all other pending work run first, so that a test notices an operation that is not atomic. */
export function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Opens a port on data in memory, with some methods replaced. */
export const onData =
  <Port extends object>(openOn: (data: MemoryData) => Port) =>
  (changesOf: (port: Port, data: MemoryData) => Partial<Port>) =>
  () =>
    dataFixture((data) => {
      const port = openOn(data);
      return override(port, changesOf(port, data));
    });

/** Ignores the damage that a read or a list finds, as a wrong adapter may do. */
export const absentIfDamaged = async <Value>(read: Promise<Value>, instead: Value): Promise<Value> => {
  try {
    return await read;
  } catch (error) {
    if (error instanceof DamagedError) return instead;
    throw error;
  }
};
