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

/** The fixture with its port replaced, past what `cut` does. */
export function overridePort<Port extends object, Of extends Fixture<Port>>(
  fixture: Of,
  changesOf: (port: Port) => Partial<Port>,
): Of {
  return { ...fixture, port: override(fixture.port, changesOf(fixture.port)) };
}

/** Lets everything else that is due go first: what is not atomic shows. */
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

/** Swallows the damage that a read or a list meets: what a careless adapter does. */
export const absentIfDamaged = async <Value>(read: Promise<Value>, instead: Value): Promise<Value> => {
  try {
    return await read;
  } catch (error) {
    if (error instanceof DamagedError) return instead;
    throw error;
  }
};
