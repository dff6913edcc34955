import { PORT_NAMES, type PortName, type Ports } from '@algotheque/domain';

/** Ports that compute, or write to a log. */
const NO_STORES: ReadonlySet<PortName> = new Set([
  'accessTokens',
  'hasher',
  'mailTokens',
  'audit',
  'clock',
  'validator',
]);

/** The ports that read or write a database, or a folder: all others. */
export const STORES: readonly PortName[] = PORT_NAMES.filter((name) => !NO_STORES.has(name));

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
