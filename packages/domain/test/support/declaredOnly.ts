import { DomainError, failuresOf, OPERATIONS, type Operation, Responses, type Service } from '../../src/index.ts';

/** A failure that an operation does not declare. */
export class UndeclaredFailure extends Error {
  override readonly name = 'UndeclaredFailure';
}

/** The service. A method that rejects with a failure that its operation does not declare fails the test. */
export function declaredOnly(service: Service): Service {
  return new Proxy(service, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      const declared: Operation | undefined = Reflect.get(OPERATIONS, name);
      if (declared === undefined || typeof method !== 'function') return method;
      return async (...given: readonly unknown[]): Promise<unknown> => {
        try {
          return await Reflect.apply(method, target, given);
        } catch (error) {
          throw isDeclared(error, declared) ? error : new UndeclaredFailure(String(error), { cause: error });
        }
      };
    },
  });
}

/** Other errors are bugs. Every operation refuses a caller of a wrong shape with Invalid_data. */
function isDeclared(error: unknown, declared: Operation): boolean {
  if (!(error instanceof DomainError) || error.code === Responses.General.Invalid_data) return true;
  return failuresOf(declared).includes(error.code);
}
