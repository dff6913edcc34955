/** Objects that JSON cannot express and an embedder can pass: they return the fields, return other fields, or throw. */
export const UNREADABLE: Readonly<Record<string, () => object>> = {
  'a getter that throws': () => Object.defineProperty({}, 'email', { enumerable: true, get: () => thrown('a getter') }),
  'a proxy that throws for its keys': () => new Proxy({}, { ownKeys: () => thrown('ownKeys') }),
  'a proxy that throws for its values': () => new Proxy({ id: 1, email: 'x', nom: 'x' }, { get: () => thrown('get') }),
  'a revoked proxy': () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
};

/** Values that are no objects with fields. */
export const SHAPELESS: readonly unknown[] = [null, 0, 12, true, 'text', Symbol('s'), 1n, () => ({}), [], [{}]];

/** A list with a length of billions: to copy or to iterate it would take all memory. */
export function endless(): unknown[] {
  return new Array(4_294_967_295);
}

function thrown(what: string): never {
  throw new Error(`a secret of ${what}`);
}
