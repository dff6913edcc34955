/** The port; the name of each method that is called on it is recorded. */
export const noting = <Port extends object>(port: Port, calls: string[]): Port =>
  new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...input: readonly unknown[]): unknown => {
        calls.push(String(name));
        return Reflect.apply(member, target, input);
      };
    },
  });
