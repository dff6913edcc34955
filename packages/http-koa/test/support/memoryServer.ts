import {
  createService,
  DEFAULT_POLICY,
  PORT_NAMES,
  type Policy,
  type PortName,
  type Ports,
  requirePorts,
  type ServiceBounds,
  type ServiceOptions,
} from '@algotheque/domain';
import { type MemoryPorts, memoryPorts } from '@algotheque/domain/memory';
import type { Container } from 'inversify';
import type { DestinationStream, Logger } from 'pino';
import { appWith } from '../../src/app.ts';
import { ids } from '../../src/container.ts';
import type { BodyBudget } from '../../src/exchange/bodyBudget.ts';
import { DEFAULT_PREFIXES } from '../../src/groups.ts';
import {
  createContainer,
  createLogger,
  type GivenHttpOptions,
  type Listening,
  type ListenOptions,
  listen,
} from '../../src/index.ts';
import { problemLog } from '../../src/logs/logger.ts';
import { Api } from '../suite/api.ts';
import type { World } from '../suite/fixture.ts';
import { watchAnswers } from './watchAnswers.ts';

export interface MemoryServer extends World {
  readonly ports: MemoryPorts;
  readonly listening: Listening;
  /** All lines of the log so far, one for each record. */
  readonly log: readonly string[];
  /** Resolves when the work behind the answers is done. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface MemoryServerOptions {
  readonly policy?: Partial<Policy>;
  readonly http?: GivenHttpOptions;
  readonly listen?: ListenOptions;
  /** Counts the bodies that are held. */
  readonly bodies?: BodyBudget;
  /** Default: every record of level debug or above. */
  readonly logger?: (destination: DestinationStream) => Logger;
  /** Replaces ports by those of the test. */
  readonly instead?: (ports: MemoryPorts) => Partial<Ports>;
  /** What differs from the bounds of the service. */
  readonly bounds?: Partial<ServiceBounds>;
}

/** The service on ports in memory, behind a server that listens. Limits are off unless the policy says otherwise. */
export async function memoryServer(options: MemoryServerOptions = {}): Promise<MemoryServer> {
  const ports = memoryPorts();
  const { audit: _inMemory, ...stores } = ports; // audit events are written to the log, as by default
  const log: string[] = [];
  const { logger: loggerTo = (destination) => createLogger({ level: 'debug', destination }) } = options;
  const logger = loggerTo({ write: (line) => void log.push(line) });
  // Each save is a version of its own: the clock of the tests stands still.
  const policy = { limits: null, history: { ...DEFAULT_POLICY.history, savesMs: 0 }, ...options.policy };
  const { http = {}, bodies } = options;
  const container = createContainer({ ...stores, ...options.instead?.(ports) }, { policy, http, logger });
  if (options.bounds) rebindService(container, { bounds: options.bounds, policy, onProblem: problemLog(logger) });
  const app = appWith(container, bodies);
  const requireDeclaredAnswers = watchAnswers(app);
  const listening = await listen(app, options.listen);
  return {
    ports,
    log,
    listening,
    api: new Api(`http://127.0.0.1:${listening.address.port}`, { ...DEFAULT_PREFIXES, ...http.prefixes }),
    mails: async () =>
      ports.mailer.sent.map(({ recipient, mail }) => ({
        to: recipient.adresseMail,
        kind: mail.kind,
        token: 'token' in mail ? mail.token : null,
      })),
    settled: () => container.get(ids.service).settled(),
    async close() {
      await listening.drain();
      requireDeclaredAnswers();
    },
  };
}

/** The container makes its service without options that only embedders have. */
function rebindService(container: Container, options: ServiceOptions): void {
  const ports: unknown = Object.fromEntries(
    PORT_NAMES.map((name) => [name, container.get<Ports[PortName]>(ids[name])]),
  );
  requirePorts(ports);
  container.rebind(ids.service).toConstantValue(createService(ports, options));
}
