import { Container, type GetOptions, type ServiceIdentifier } from 'inversify';

type Unbound = Parameters<Container['unbind']>[0];

/**
 * A container whose parts can be replaced only before they are used: a later binding would have no effect, and nobody
 * would notice.
 */
export class ServiceContainer extends Container {
  readonly #used = new Set<unknown>();
  readonly #keptOnceGiven: readonly ServiceIdentifier[];

  /** @param keptOnceGiven their bindings cannot change after the first `get` */
  constructor(keptOnceGiven: readonly ServiceIdentifier[]) {
    super();
    this.#keptOnceGiven = keptOnceGiven;
  }

  /** From now on the bindings of these identifiers cannot change. */
  keep(identifiers: readonly ServiceIdentifier[]): void {
    for (const identifier of identifiers) this.#used.add(identifier);
  }

  override get<Part>(identifier: ServiceIdentifier<Part>, options?: GetOptions): Part {
    const part = super.get(identifier, options);
    if (this.#keptOnceGiven.includes(identifier)) this.keep([identifier]);
    return part;
  }

  /** @throws Error that names an identifier which is used already */
  override bind<Part>(identifier: ServiceIdentifier<Part>) {
    this.#requireUnused(identifier);
    return super.bind(identifier);
  }

  /** @throws Error that names an identifier which is used already */
  override rebind<Part>(identifier: ServiceIdentifier<Part>) {
    this.#requireUnused(identifier);
    return super.rebind(identifier);
  }

  /** @throws Error that names an identifier which is used already */
  override async rebindAsync<Part>(identifier: ServiceIdentifier<Part>) {
    this.#requireUnused(identifier);
    return super.rebindAsync(identifier);
  }

  /** @throws Error that names an identifier which is used already; `unbindAll` releases everything */
  override unbind(identifier: Unbound): void {
    this.#requireUnused(identifier);
    super.unbind(identifier);
  }

  /** @throws Error that names an identifier which is used already; `unbindAllAsync` releases everything */
  override async unbindAsync(identifier: Unbound): Promise<void> {
    this.#requireUnused(identifier);
    await super.unbindAsync(identifier);
  }

  #requireUnused(identifier: unknown): void {
    if (!this.#used.has(identifier)) return;
    throw new Error(`${String(identifier)} is in use already: bind it before the service is first asked for`);
  }
}
