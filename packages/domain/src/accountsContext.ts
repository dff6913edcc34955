import { ALL_BOUNDS, type Bounds, completeBounds, type ServiceBounds } from './bounds.ts';
import { AlgoContent } from './content/algoContent.ts';
import { EventRecorder } from './eventRecorder.ts';
import { withKnownTrees } from './folders/folderTrees.ts';
import { completePolicy } from './options.ts';
import type { Policy } from './policy.ts';
import { PORT_NAMES, type Ports } from './ports.ts';
import { type OnProblem, printProblem, type ServiceObserver } from './problems.ts';
import type { ServerState } from './upkeep/serverState.ts';

export interface ServiceOptions {
  /** What differs from DEFAULT_POLICY. */
  readonly policy?: Partial<Policy>;
  /** Gets failures that no caller waits for. Default: `console.error`. */
  readonly onProblem?: OnProblem;
  /** Is notified of what the service does, for counters. Default: none. */
  readonly observer?: ServiceObserver;
  /** What differs from SERVICE_BOUNDS. */
  readonly bounds?: Partial<ServiceBounds>;
  /** Says how the program around the service is, to owners of the service (`adminHealth`). Default: they are told nothing of it. */
  readonly serverState?: () => Promise<ServerState>;
}

/** Tests set every bound. */
export type InnerOptions = Omit<ServiceOptions, 'bounds'> & { readonly bounds?: Partial<Bounds> };

export type AdministrationPorts = Omit<
  Ports,
  'dueWork' | 'accessTokens' | 'mailTokens' | 'mailer' | 'limiter' | 'rounds' | 'validator'
>;

export interface AccountsContext extends AdministrationPorts {
  readonly policy: Policy;
  readonly onProblem: OnProblem;
  readonly observer: ServiceObserver;
  readonly bounds: Bounds;
  readonly content: AlgoContent;
  /** Also as `audit`. */
  readonly recorder: EventRecorder;
}

export function accountsContext<Given extends AdministrationPorts>(
  given: Given,
  { policy, onProblem = printProblem, observer = {}, bounds }: InnerOptions,
): Given & AccountsContext {
  const decided = {
    policy: completePolicy(policy),
    onProblem,
    observer,
    bounds: completeBounds(ALL_BOUNDS, bounds),
  };
  // By name: a spread leaves out ports that are getters of a class.
  const ports = Object.fromEntries(
    PORT_NAMES.filter((name) => name in given).map((name) => [name, Reflect.get(given, name)]),
  ) as unknown as Given; // those of `given`, by their names
  const folders = withKnownTrees(ports.folders, decided.bounds.cachedTreeBytes);
  const content = new AlgoContent(ports, decided);
  const recorder = new EventRecorder({ ...decided, log: ports.audit, store: ports.events });
  return { ...ports, ...decided, folders, content, recorder, audit: recorder };
}
