import type { Fixture } from '../../../../testkit/suites/index.ts';

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
