/** Objects that no JSON makes, and an embedder's code can: each reads as the fields, lies about them, or throws. */
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

/** What is no object of fields at all. */
export const SHAPELESS: readonly unknown[] = [null, 0, 12, true, 'text', Symbol('s'), 1n, () => ({}), [], [{}]];

/** A list that says that it holds billions, and would take their memory if it were copied or walked. */
export function endless(): unknown[] {
  return new Array(4_294_967_295);
}

function thrown(what: string): never {
  throw new Error(`a secret of ${what}`);
}
