import { UnavailableError } from '../../src/errors.ts';
import type { Ports } from '../../src/ports.ts';

/** Stands between the service and its ports: `name` is `port.method`, `run` makes the call. */
export type Step = (name: string, run: () => Promise<unknown>) => Promise<unknown>;

// What answers at once and reaches no store.
const LOCAL = new Set(['accessTokens', 'audit', 'clock', 'validator']);
const LOCAL_METHODS = new Set<PropertyKey>(['needsRehash', 'locate']);

/** The ports, each of whose calls goes through `step`. What needs no store passes as it is. */
export function intercept(ports: Ports, step: Step): Ports {
  const wrapped = Object.entries(ports).map(([name, port]) => [
    name,
    LOCAL.has(name) ? port : through(name, port, step),
  ]);
  return { ...ports, ...Object.fromEntries(wrapped) };
}

function through<Port extends object>(portName: string, port: Port, step: Step): Port {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || LOCAL_METHODS.has(name)) return member;
      return (...input: readonly unknown[]) =>
        step(`${portName}.${String(name)}`, async () => Reflect.apply(member, target, input));
    },
  });
}

/** Notes every call, in order. */
export function noting(calls: string[]): Step {
  return (name, run) => {
    calls.push(name);
    return run();
  };
}

/** Runs `hook` before the first call of this name. */
export function before(method: string, hook: () => Promise<unknown>): Step {
  let isDue = true;
  return async (name, run) => {
    if (isDue && name === method) {
      isDue = false;
      await hook();
    }
    return run();
  };
}

/** Runs `hook` after the first call of this name. */
export function after(method: string, hook: () => Promise<unknown>): Step {
  let isDue = true;
  return async (name, run) => {
    const result = await run();
    if (isDue && name === method) {
      isDue = false;
      await hook();
    }
    return result;
  };
}

/** Calls whose name starts so fail, as a store does that is down. */
export function failing(...prefixes: readonly string[]): Step {
  return (name, run) =>
    prefixes.some((prefix) => name.startsWith(prefix)) ? Promise.reject(new UnavailableError()) : run();
}
