import {
  type AlgoValidator,
  completePolicy,
  createService,
  defaultValidator,
  PORT_NAMES,
  type Policy,
  type PortName,
  type Ports,
  requireKnownOptions,
  requirePorts,
  type ServerState,
  type Service,
  type ServiceObserver,
  systemClock,
} from '@algotheque/domain';
import { Container, type ServiceIdentifier } from 'inversify';
import type { Logger } from 'pino';
import { createLogger, pinoAuditLog, problemLog } from './logs/logger.ts';
import { type GivenHttpOptions, type HttpOptions, httpOptions } from './options.ts';
import { ownTurn } from './turns.ts';

import 'reflect-metadata'; // so that users can bind decorated classes of their own

type Defaulted = 'audit' | 'clock' | 'validator';

/** The ports; those without a store have defaults: the log, the machine's clock, the default validator. */
export type GivenPorts = Omit<Ports, Defaulted> & Partial<Pick<Ports, Defaulted>>;

export interface ContainerOptions {
  /** What differs from DEFAULT_POLICY. */
  readonly policy?: Partial<Policy>;
  /** What differs from DEFAULT_HTTP_OPTIONS. */
  readonly http?: GivenHttpOptions;
  /** Default: `createLogger()`. */
  readonly logger?: Logger;
  /** Is notified of what the service does, for counters. Default: none. */
  readonly observer?: ServiceObserver;
  /** Says how the program around the service is, to owners of the service. Default: they are told nothing of it. */
  readonly serverState?: () => Promise<ServerState>;
}

/**
 * Binds every port, and the one service that is made from them when it is first asked for. To replace a part, rebind its identifier before
 * that: `container.rebind(ids.clock).toConstantValue(clock)`.
 * @throws RangeError that names an option which is wrong or unknown; TypeError that names missing ports and unknown ports
 */
export function createContainer(ports: GivenPorts, options: ContainerOptions = {}): Container {
  requireKnownOptions('createContainer', options, {
    policy: true,
    http: true,
    logger: true,
    observer: true,
    serverState: true,
  });
  const { logger = createLogger() } = options;
  const complete: unknown = {
    audit: pinoAuditLog(logger),
    clock: systemClock,
    validator: defaultValidator(),
    ...ports,
  };
  requirePorts(complete);
  const container = new Container();
  for (const name of PORT_NAMES) container.bind<Ports[PortName]>(ids[name]).toConstantValue(complete[name]);
  container.bind(ids.policy).toConstantValue(completePolicy(options.policy));
  container.bind(ids.observer).toConstantValue(options.observer ?? {});
  container.bind(ids.logger).toConstantValue(logger);
  container.bind(ids.httpOptions).toConstantValue(httpOptions(options.http));
  bindService(container, options);
  return container;
}

function bindService(container: Container, { serverState }: ContainerOptions): void {
  container
    .bind(ids.service)
    .toDynamicValue((context): Service => {
      const ports: unknown = Object.fromEntries(PORT_NAMES.map((name) => [name, context.get<unknown>(ids[name])]));
      requirePorts(ports);
      return createService(
        { ...ports, validator: inOwnTurn(ports.validator) },
        {
          policy: context.get(ids.policy),
          observer: context.get(ids.observer),
          onProblem: problemLog(context.get(ids.logger)),
          ...(serverState !== undefined && { serverState }),
        },
      );
    })
    .inSingletonScope();
}

/** Besides parsing, the longest work of a request. */
const inOwnTurn =
  (validator: AlgoValidator): AlgoValidator =>
  async (sourceCode) => {
    await ownTurn();
    return validator(sourceCode);
  };

type PortIdentifiers = { readonly [Name in keyof Ports]: ServiceIdentifier<Ports[Name]> };

export interface Identifiers extends PortIdentifiers {
  readonly policy: ServiceIdentifier<Policy>;
  readonly observer: ServiceIdentifier<ServiceObserver>;
  readonly logger: ServiceIdentifier<Logger>;
  readonly httpOptions: ServiceIdentifier<HttpOptions>;
  readonly service: ServiceIdentifier<Service>;
}

/** The identifiers of the bindings of `createContainer`, by which a host gets or rebinds a port. */
export const ids: Identifiers = {
  // The cast: `Object.fromEntries` loses the names; they are those of `Ports`.
  ...(Object.fromEntries(PORT_NAMES.map((name) => [name, Symbol(name)])) as Record<keyof Ports, symbol>),
  policy: Symbol('policy'),
  observer: Symbol('observer'),
  logger: Symbol('logger'),
  httpOptions: Symbol('httpOptions'),
  service: Symbol('service'),
};
