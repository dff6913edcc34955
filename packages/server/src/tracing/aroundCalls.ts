import type { PortName, Ports } from '@algotheque/domain';

/** The ports that read or write a database, a folder or a spool. */
export const STORES: readonly PortName[] = [
  'users',
  'outbox',
  'algos',
  'folders',
  'sessionStore',
  'contentStore',
  'limiter',
  'deletions',
  'mailer',
];

/** Runs a call of one method, and returns what the call returns. */
type Around = (call: () => unknown) => unknown;

/**
 * The same ports, with `around` at every call of those in `names`.
 * @param aroundOf gets port and method, `users.findById`, at the first call of each
 */
export function aroundCalls(ports: Ports, names: readonly PortName[], aroundOf: (operation: string) => Around): Ports {
  const wrapped = names.map((name) => [name, around(ports[name], (method) => aroundOf(`${name}.${method}`))]);
  return { ...ports, ...Object.fromEntries(wrapped) };
}

function around<Port extends object>(port: Port, aroundOf: (method: string) => Around): Port {
  const methods = new Map<string, unknown>();
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      const known = methods.get(name);
      if (known !== undefined) return known;
      const run = aroundOf(name);
      // The port is its own `this`: a proxy would not have its private members.
      const method = (...given: unknown[]): unknown => run(() => Reflect.apply(member, target, given));
      methods.set(name, method);
      return method;
    },
  });
}
