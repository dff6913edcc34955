import { PORT_NAMES, type Policy, type Ports, type Service, type ServiceObserver } from '@algotheque/domain';
import type { ServiceIdentifier } from 'inversify';
import type { Logger } from 'pino';
import type { HttpOptions } from './options.ts';

type PortIdentifiers = { readonly [Name in keyof Ports]: ServiceIdentifier<Ports[Name]> };

export interface Identifiers extends PortIdentifiers {
  readonly policy: ServiceIdentifier<Policy>;
  readonly observer: ServiceIdentifier<ServiceObserver>;
  readonly logger: ServiceIdentifier<Logger>;
  readonly httpOptions: ServiceIdentifier<HttpOptions>;
  readonly service: ServiceIdentifier<Service>;
}

/** What the container binds: each port, what the service is set up with, and the one service made from them. */
export const ids: Identifiers = {
  // The cast: `Object.fromEntries` loses the names; they are those of `Ports`.
  ...(Object.fromEntries(PORT_NAMES.map((name) => [name, Symbol(name)])) as Record<keyof Ports, symbol>),
  policy: Symbol('policy'),
  observer: Symbol('observer'),
  logger: Symbol('logger'),
  httpOptions: Symbol('httpOptions'),
  service: Symbol('service'),
};
