import { Container, type ServiceIdentifier } from 'inversify';

/**
 * A container whose parts can be replaced only before the service is made: a later binding would have no effect,
 * and nobody would notice.
 */
export class ServiceContainer extends Container {
  #used: ReadonlySet<unknown> = new Set();

  /** From now on the bindings of these identifiers cannot change. */
  keep(identifiers: readonly ServiceIdentifier[]): void {
    this.#used = new Set(identifiers);
  }

  /** @throws Error that names an identifier which the service uses already */
  override bind<Part>(identifier: ServiceIdentifier<Part>) {
    this.#requireUnused(identifier);
    return super.bind(identifier);
  }

  /** @throws Error that names an identifier which the service uses already */
  override rebind<Part>(identifier: ServiceIdentifier<Part>) {
    this.#requireUnused(identifier);
    return super.rebind(identifier);
  }

  /** @throws Error that names an identifier which the service uses already */
  override async rebindAsync<Part>(identifier: ServiceIdentifier<Part>) {
    this.#requireUnused(identifier);
    return super.rebindAsync(identifier);
  }

  #requireUnused(identifier: unknown): void {
    if (!this.#used.has(identifier)) return;
    throw new Error(
      `The service was made with ${String(identifier)} already: bind it before the service is first asked for`,
    );
  }
}
