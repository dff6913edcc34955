import 'reflect-metadata'; // so that users can bind decorated classes of their own
import {
  type AlgoValidator,
  createService,
  DEFAULT_POLICY,
  defaultValidator,
  type Policy,
  type Ports,
  type Service,
  systemClock,
} from '@algotheque/domain';
import { Container } from 'inversify';
import type { Logger } from 'pino';
import { ids } from './identifiers.ts';
import { createLogger } from './logs/logger.ts';
import { pinoAuditLog } from './logs/pinoAuditLog.ts';
import { problemLog } from './logs/problemLog.ts';
import { type HttpOptions, httpOptions } from './options.ts';
import { ownTurn } from './pipeline/turns.ts';

type Defaulted = 'audit' | 'clock' | 'validator';

/** The ports; those without a store have defaults: the log, the machine's clock, the default validator. */
export type GivenPorts = Omit<Ports, Defaulted> & Partial<Pick<Ports, Defaulted>>;

export interface ContainerOptions {
  /** What differs from DEFAULT_POLICY. */
  readonly policy?: Partial<Policy>;
  /** What differs from DEFAULT_HTTP_OPTIONS. */
  readonly http?: Partial<HttpOptions>;
  /** Default: `createLogger()`. */
  readonly logger?: Logger;
}

/**
 * A container that binds every port, and the one service made from them when it is first asked for. To replace a part,
 * rebind its identifier before that: `container.rebind(ids.clock).toConstantValue(clock)`.
 */
export function createContainer(ports: GivenPorts, options: ContainerOptions = {}): Container {
  const { logger = createLogger() } = options;
  const container = new Container();
  bindPorts(container, { audit: pinoAuditLog(logger), clock: systemClock, validator: defaultValidator(), ...ports });
  container.bind(ids.policy).toConstantValue({ ...DEFAULT_POLICY, ...options.policy });
  container.bind(ids.logger).toConstantValue(logger);
  container.bind(ids.httpOptions).toConstantValue(httpOptions(options.http));
  bindService(container);
  return container;
}

function bindPorts(container: Container, ports: Ports): void {
  container.bind(ids.users).toConstantValue(ports.users);
  container.bind(ids.algos).toConstantValue(ports.algos);
  container.bind(ids.folders).toConstantValue(ports.folders);
  container.bind(ids.tokenStore).toConstantValue(ports.tokenStore);
  container.bind(ids.accessTokens).toConstantValue(ports.accessTokens);
  container.bind(ids.files).toConstantValue(ports.files);
  container.bind(ids.hasher).toConstantValue(ports.hasher);
  container.bind(ids.mailTokens).toConstantValue(ports.mailTokens);
  container.bind(ids.mailer).toConstantValue(ports.mailer);
  container.bind(ids.limiter).toConstantValue(ports.limiter);
  container.bind(ids.deletions).toConstantValue(ports.deletions);
  container.bind(ids.audit).toConstantValue(ports.audit);
  container.bind(ids.clock).toConstantValue(ports.clock);
  container.bind(ids.validator).toConstantValue(ports.validator);
}

/** In the order in which `serviceOf` takes them. */
const NEEDED = [
  ids.users,
  ids.algos,
  ids.folders,
  ids.tokenStore,
  ids.accessTokens,
  ids.files,
  ids.hasher,
  ids.mailTokens,
  ids.mailer,
  ids.limiter,
  ids.deletions,
  ids.audit,
  ids.clock,
  ids.validator,
  ids.policy,
  ids.logger,
] as const;

function bindService(container: Container): void {
  container
    .bind(ids.service)
    .toResolvedValue(
      (
        users: Ports['users'],
        algos: Ports['algos'],
        folders: Ports['folders'],
        tokenStore: Ports['tokenStore'],
        accessTokens: Ports['accessTokens'],
        files: Ports['files'],
        hasher: Ports['hasher'],
        mailTokens: Ports['mailTokens'],
        mailer: Ports['mailer'],
        limiter: Ports['limiter'],
        deletions: Ports['deletions'],
        audit: Ports['audit'],
        clock: Ports['clock'],
        validator: Ports['validator'],
        policy: Policy,
        logger: Logger,
      ): Service => {
        const ports = {
          users,
          algos,
          folders,
          tokenStore,
          accessTokens,
          files,
          hasher,
          mailTokens,
          mailer,
          limiter,
          deletions,
          audit,
          clock,
          validator: inOwnTurn(validator),
        };
        return createService(ports, { policy, onProblem: problemLog(logger) });
      },
      [...NEEDED],
    )
    .inSingletonScope();
}

/**
 * Checking and writing a source code is the longest work of a request beside parsing it: each has a turn of the event loop of
 * its own, so that many that a store answered at once do not follow each other without a pause.
 */
const inOwnTurn =
  (validator: AlgoValidator): AlgoValidator =>
  async (sourceCode) => {
    await ownTurn();
    return validator(sourceCode);
  };
