import {
  type AccountsContext,
  type AdministrationPorts,
  accountsContext,
  type ServiceOptions,
} from './accountsContext.ts';
import * as ADMINISTRATION from './administrationOperations.ts';
import { completeBounds, SERVICE_BOUNDS } from './bounds.ts';
import { type Context, serviceContext } from './context.ts';
import { type Methods, methodsOf } from './methods.ts';
import * as OPERATIONS from './operations.ts';
import { requireKnownOptions } from './options.ts';
import { type Ports, requirePorts } from './ports.ts';
import { UnavailableError } from './responses.ts';
import { ContentMismatchError } from './storeErrors.ts';
import { checkHealth } from './upkeep/checkHealth.ts';
import { Sweeper } from './upkeep/sweeper.ts';

/**
 * All use cases, wired to their ports. Every method takes and resolves to what the operation of its name declares. It rejects with a
 * DomainError of the operation's failures, in the order in which they are declared: `failuresOf` lists them; or with a DamagedError, when a
 * record that it needs is damaged. Types are checked at run time too: a value of another type is General.Invalid_data, and so is a caller
 * of another shape than `Caller`, with paths below `/caller`.
 */
export interface Service extends Methods<typeof OPERATIONS> {
  /** Whether every store can serve now. @throws UnavailableError whose data names those that cannot */
  health(): Promise<void>;
  /**
   * Finishes what a crash left, and starts the sweeper, which repeats this every minute.
   * @throws ContentMismatchError when the store of the records is an older copy than the contents
   */
  open(): Promise<void>;
  /**
   * Resolves when no work is left that answers did not wait for: steps of the store of contents, and the storing of audit events. A process
   * that ends without it loses at most events, which are in the log: the next one finishes the rest.
   */
  settled(): Promise<void>;
  /**
   * Stops the sweeper; resolves when its last round and all work in the background have ended. The caller who opened the ports closes them.
   */
  close(): Promise<void>;
}

/**
 * The one place that wires use cases to ports. Has no effect until `open`.
 * @throws TypeError that names missing ports and unknown ports; RangeError that names an unknown option, a wrong setting of the policy or a
 *   wrong bound, or if the store of users compares addresses in another way than the policy says
 */
export function createService(ports: Ports, options: ServiceOptions = {}): Service {
  requirePorts(ports);
  requireKnownOptions('createService', options, {
    policy: true,
    onProblem: true,
    observer: true,
    bounds: true,
    serverState: true,
  });
  completeBounds(SERVICE_BOUNDS, options.bounds);
  return serviceOf(serviceContext(ports, options));
}

/** The service with these ports, policy and bounds. */
export function serviceOf(context: Context): Service {
  requireEmailCase(context);
  const methods = methodsOf(OPERATIONS, context);
  const sweeper = new Sweeper(methods.resumeWork, context.clock);
  const refused = (problem: unknown): void => {
    if (!(problem instanceof UnavailableError)) throw problem;
    if (problem.cause instanceof ContentMismatchError) throw problem.cause;
    context.onProblem(problem, 'algorithm content');
  };
  const settled = () => settledOf(context);
  return {
    ...methods,
    health: () => checkHealth(context),
    open: () => sweeper.start(() => context.content.listing.requireKnown().catch(refused)),
    settled,
    async close() {
      await sweeper.stop();
      await settled();
    },
  };
}

/** @throws RangeError when counters of logins would compare addresses in another way than the store of users does */
function requireEmailCase({ users, policy: { emailCase } }: Context): void {
  const { emailCase: stored = 'exact' } = users;
  if (stored === emailCase) return;
  throw new RangeError(
    `The policy has emailCase '${emailCase}', and the store of users compares addresses '${stored}': open both with the same`,
  );
}

/**
 * The accounts, for an operator of the service. No method checks a right, and none must be reachable by clients. Inputs are checked,
 * and failures are those of the declarations (`ADMINISTRATION`), as with `Service`.
 */
export interface Administration extends Methods<typeof ADMINISTRATION> {
  /** Resolves when no work is left that results did not wait for. */
  settled(): Promise<void>;
}

/**
 * Wires the operations of the administration to ports. It may work beside services on the same stores.
 * @throws RangeError that names an unknown option, a wrong setting of the policy or a wrong bound
 */
export function createAdministration(
  ports: AdministrationPorts,
  options: Omit<ServiceOptions, 'observer' | 'serverState'> = {},
): Administration {
  requireKnownOptions('createAdministration', options, { policy: true, onProblem: true, bounds: true });
  completeBounds(SERVICE_BOUNDS, options.bounds);
  const context = accountsContext(ports, options);
  return { ...methodsOf(ADMINISTRATION, context), settled: () => settledOf(context) };
}

async function settledOf({ contentStore, recorder }: AccountsContext): Promise<void> {
  await contentStore.settled?.();
  await recorder.settled();
}
