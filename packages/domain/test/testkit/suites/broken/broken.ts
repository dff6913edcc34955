import { DamagedError } from '../../../../src/index.ts';
import type { MemoryData } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { dataFixture, type Wrap } from '../../memory/memoryFixtures.ts';

/** An implementation that breaks a promise: what is wrong with it, and part of the name of a test that must find it. */
export interface Broken<Of> {
  readonly fault: string;
  readonly fails: string;
  open(): Promise<Of>;
}

export const broken = <Of>(fault: string, fails: string, open: () => Promise<Of>): Broken<Of> => ({
  fault,
  fails,
  open,
});

/** Declares broken implementations by what is changed in a good one. */
export const brokenBy =
  <Change, Of>(open: (change: Change) => Promise<Of>) =>
  (fault: string, fails: string, change: Change) =>
    broken(fault, fails, () => open(change));

/** The methods that replace those of a port. */
export type ChangesOf<Port, Data = MemoryData> = (port: Port, data: Data) => Partial<Port>;

/** Declares broken ports. */
export const onPort = <Port extends object, Of>(open: (wrap: Wrap<Port>) => Promise<Of>) =>
  brokenBy((changesOf: (port: Port) => Partial<Port>) => open((port) => override(port, changesOf(port))));

/** Declares broken ports on data in memory, with what else a fixture has. */
export const onDataOf = <Port extends object, Of>(
  openOn: (data: MemoryData) => Port,
  open: (openOn: (data: MemoryData) => Port) => Promise<Of>,
) =>
  brokenBy((changesOf: ChangesOf<Port>) =>
    open((data) => {
      const port = openOn(data);
      return override(port, changesOf(port, data));
    }),
  );

/** Declares broken ports on data in memory. */
export const onData = <Port extends object>(openOn: (data: MemoryData) => Port) => onDataOf(openOn, dataFixture<Port>);

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

/** Declares ports that hide an outage: `cut` has no effect on the methods that are replaced. */
export const onCut = <Of extends Fixture<object>>(open: () => Promise<Of>) =>
  brokenBy(async (changesOf: (port: Of['port']) => Partial<Of['port']>): Promise<Of> => {
    const fixture = await open();
    return { ...fixture, port: override(fixture.port, changesOf(fixture.port)) };
  });

/** Lets all other pending work run first, so that a test notices an operation that is not atomic. */
export function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Ignores the damage that a read or a list finds, as a wrong adapter may do. */
export const absentIfDamaged = async <Value>(read: Promise<Value>, instead: Value): Promise<Value> => {
  try {
    return await read;
  } catch (error) {
    if (error instanceof DamagedError) return instead;
    throw error;
  }
};

/** The value of a date after it was stored in a column of seconds. */
export const wholeSeconds = (date: number): number => Math.floor(date / 1_000) * 1_000;

/** The value of an integer after it was stored in a column of 32 bits. */
export const narrow = (value: number): number => value % 2 ** 32;

/** The order of a column of text. */
export const asText = (one: number, other: number): number => (String(one) < String(other) ? -1 : 1);
