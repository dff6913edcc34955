import { UnavailableError } from '@algotheque/domain';

/** Whether the store behind a port can be reached; may change at any time. */
export interface Outage {
  down: boolean;
}

// Members that need no store.
const LOCAL = new Set<PropertyKey>(['locate', 'listContents', 'needsRehash', 'then']);

/** The port, whose methods reject with UnavailableError while `outage.down`. */
export function withOutage<Port extends object>(port: Port, outage: Outage): Port {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || LOCAL.has(name)) return member;
      return (...input: readonly unknown[]) =>
        outage.down ? Promise.reject(new UnavailableError()) : Reflect.apply(member, target, input);
    },
  });
}
