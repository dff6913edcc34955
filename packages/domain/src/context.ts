import { QuotaGuard } from './algos/quotaGuard.ts';
import { Transfers } from './archives/transfers.ts';
import { type Bounds, completeBounds, SERVICE_BOUNDS } from './bounds.ts';
import { AlgoContent } from './content/algoContent.ts';
import { EventRecorder } from './events/eventRecorder.ts';
import { FolderTrees, withKnownTrees } from './folders/folderTrees.ts';
import { Formers } from './history/formers.ts';
import { completePolicy } from './options.ts';
import { PORT_NAMES, type Ports } from './ports.ts';
import { type OnProblem, printProblem, type ServiceObserver } from './problems.ts';
import { Authenticator } from './sessions/authenticator.ts';
import { RemovalTimes } from './upkeep/removalTime.ts';
import { LoginGuard } from './users/loginGuard.ts';
import { HashParameters } from './users/passwordHasher.ts';
import { BackgroundWork } from './work.ts';

type Policy = ReturnType<typeof completePolicy>;

export type AdministrationPorts = Omit<
  Ports,
  'outbox' | 'accessTokens' | 'mailTokens' | 'mailer' | 'limiter' | 'rounds' | 'validator'
>;

export interface AccountsContext extends AdministrationPorts {
  readonly policy: Policy;
  readonly onProblem: OnProblem;
  readonly observer: ServiceObserver;
  readonly bounds: Bounds;
  readonly content: AlgoContent;
  readonly formers: Formers;
  /** Also as `audit`. */
  readonly recorder: EventRecorder;
}

export interface Context extends AccountsContext, Ports {
  /** Work that answers do not wait for. */
  readonly background: BackgroundWork;
  readonly quota: QuotaGuard;
  readonly trees: FolderTrees;
  readonly guard: LoginGuard;
  readonly hashParameters: HashParameters;
  readonly authenticator: Authenticator;
  readonly transfers: Transfers;
  readonly removals: RemovalTimes;
}

export interface ServiceOptions {
  /** What differs from DEFAULT_POLICY. */
  readonly policy?: Partial<Policy>;
  /** Gets failures that no caller waits for. Default: `console.error`. */
  readonly onProblem?: OnProblem;
  /** Is notified of what the service does, for counters. Default: none. */
  readonly observer?: ServiceObserver;
  /** What differs from SERVICE_BOUNDS. */
  readonly bounds?: Partial<Bounds>;
}

export function accountsContext<Given extends AdministrationPorts>(
  given: Given,
  { policy, onProblem = printProblem, observer = {}, bounds }: ServiceOptions,
): Given & AccountsContext {
  const decided = {
    policy: completePolicy(policy),
    onProblem,
    observer,
    bounds: completeBounds(SERVICE_BOUNDS, bounds),
  };
  // By name: a spread leaves out ports that are getters of a class.
  const ports: object = Object.fromEntries(
    PORT_NAMES.filter((name) => name in given).map((name) => [name, Reflect.get(given, name)]),
  );
  const folders = withKnownTrees(given.folders, decided.bounds.cachedTreeBytes);
  const content = new AlgoContent(given, decided);
  const formers = new Formers(given, content, decided.policy);
  const recorder = new EventRecorder(given, decided);
  return { ...(ports as Given), ...decided, folders, content, formers, recorder, audit: recorder }; // those of `given`, by their names
}

export function serviceContext(ports: Ports, options: ServiceOptions): Context {
  const base = accountsContext(ports, options);
  const background = new BackgroundWork(base.onProblem, base.bounds.backgroundWorks);
  return {
    ...base,
    background,
    quota: new QuotaGuard(base, base.policy),
    trees: new FolderTrees(base, base.bounds),
    guard: new LoginGuard(ports, base.policy),
    hashParameters: new HashParameters(ports),
    authenticator: new Authenticator({ ...base, background }),
    transfers: new Transfers(base.bounds),
    removals: new RemovalTimes(base),
  };
}
