import { Container, type ServiceIdentifier } from 'inversify';

/**
 * A container of parts that are replaced before they are used: another binding of a part that the service was made from
 * would change nothing, and nobody would know.
 */
export class ServiceContainer extends Container {
  #used: ReadonlySet<unknown> = new Set();

  /** From now on these identifiers keep what they are bound to. */
  keep(identifiers: readonly ServiceIdentifier[]): void {
    this.#used = new Set(identifiers);
  }

  /** @throws Error that names an identifier which the service was made from */
  override bind<Part>(identifier: ServiceIdentifier<Part>) {
    this.#requireUnused(identifier);
    return super.bind(identifier);
  }

  /** @throws Error that names an identifier which the service was made from */
  override rebind<Part>(identifier: ServiceIdentifier<Part>) {
    this.#requireUnused(identifier);
    return super.rebind(identifier);
  }

  /** @throws Error that names an identifier which the service was made from */
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
