import type { Ports } from '../../src/ports.ts';
import { UnavailableError } from '../../src/responses.ts';

/** Runs in place of each call from the service to a port: `name` is `port.method`, `run` makes the call. */
export type Step = (name: string, run: () => Promise<unknown>) => Promise<unknown>;

// Ports whose methods return at once and use no store.
const LOCAL = new Set(['accessTokens', 'audit', 'clock', 'validator']);
// And the append of events, which no call waits for.
const LOCAL_METHODS = new Set<PropertyKey>(['needsRehash', 'locate', 'listContents', 'settled', 'append']);

/** The ports, with `step` around each call. Ports without a store stay unchanged. */
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
      if (typeof member !== 'function') return member;
      if (LOCAL_METHODS.has(name)) return member.bind(target);
      return (...input: readonly unknown[]) =>
        step(`${portName}.${String(name)}`, async () => Reflect.apply(member, target, input));
    },
  });
}

/** Records every call, in order. */
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

/** Calls whose name has this prefix fail, as those of an unreachable store do. */
export function failing(...prefixes: readonly string[]): Step {
  return (name, run) =>
    prefixes.some((prefix) => name.startsWith(prefix)) ? Promise.reject(new UnavailableError()) : run();
}

/** As `failing`, while it is down. */
export function breakable(...prefixes: readonly string[]) {
  const state = { isDown: false };
  const down = failing(...prefixes);
  const step: Step = (name, run) => (state.isDown ? down(name, run) : run());
  return { state, step };
}
