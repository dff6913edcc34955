import { QuotaGuard } from './algos/quotaGuard.ts';
import { Transfers } from './archives/transfers.ts';
import { BackgroundWork } from './backgroundWork.ts';
import { type Bounds, completeBounds, SERVICE_BOUNDS } from './bounds.ts';
import { completePolicy } from './checkPolicy.ts';
import { AlgoContent } from './content/algoContent.ts';
import type { AccountsContext, AdministrationPorts, Context } from './context.ts';
import { FolderTrees } from './folders/folderTrees.ts';
import { withKnownTrees } from './folders/knownTrees.ts';
import { Formers } from './history/formers.ts';
import { HashParameters } from './passwords/hashParameters.ts';
import { LoginGuard } from './passwords/loginGuard.ts';
import type { Policy } from './policy.ts';
import type { Ports } from './ports.ts';
import { type OnProblem, printProblem } from './problems.ts';
import { PORT_NAMES } from './requirePorts.ts';
import type { ServiceObserver } from './serviceObserver.ts';
import { Authenticator } from './sessions/authenticator.ts';
import { RemovalTimes } from './upkeep/removalTime.ts';

/** What an embedder may decide beside the ports. */
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

/** @throws RangeError that names a wrong setting of the policy or a wrong bound */
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
  return { ...(ports as Given), ...decided, folders, content, formers }; // those of `given`, by their names
}

/** @throws RangeError as `accountsContext` */
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
