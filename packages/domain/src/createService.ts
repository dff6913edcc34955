import type { Context } from './context.ts';
import { type ServiceOptions, serviceContext } from './createContext.ts';
import { requireEmailCase } from './emails/emailCase.ts';
import { UnavailableError } from './errors.ts';
import { requireKnownOptions } from './knownOptions.ts';
import { type Methods, methodsOf } from './methods.ts';
import * as OPERATIONS from './operations.ts';
import type { Ports } from './ports.ts';
import { requirePorts } from './requirePorts.ts';
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
   * Resolves when no work is left that answers did not wait for, such as putting a new content in the place of the
   * content before. A process that ends without it loses nothing: the next one finishes the work.
   */
  settled(): Promise<void>;
  /**
   * Stops the sweeper; resolves when its last round and all work in the background have ended. The caller who opened the
   * ports closes them.
   */
  close(): Promise<void>;
}

/**
 * The one place that wires use cases to ports. Has no effect until `open`.
 * @throws TypeError that names missing ports, missing methods of ports and unknown ports; RangeError that names an unknown option, a wrong
 *   setting of the policy or a wrong bound, or if the store of users compares addresses in another way than the policy says
 */
export function createService(ports: Ports, options: ServiceOptions = {}): Service {
  requirePorts(ports);
  requireKnownOptions('createService', options, { policy: true, onProblem: true, observer: true, bounds: true });
  const context = serviceContext(ports, options);
  requireEmailCase(context, context.policy);
  const methods = methodsOf(OPERATIONS, context);
  const sweeper = new Sweeper(methods.resumeWork, context.clock);
  const settled = async (): Promise<void> => {
    await Promise.all([context.content.settling.settled(), context.background.settled()]);
  };
  return {
    ...methods,
    health: () => checkHealth(context),
    open: () =>
      sweeper.start(() => context.content.names.requireKnown().catch((problem: unknown) => refused(context, problem))),
    settled,
    async close() {
      await sweeper.stop();
      await settled();
    },
  };
}

/** A store that cannot be reached now does not stop a start: resumeWork asks again. */
function refused({ onProblem }: Context, problem: unknown): void {
  if (!(problem instanceof UnavailableError)) throw problem;
  if (problem.cause instanceof ContentMismatchError) throw problem.cause;
  onProblem(problem, 'algorithm content');
}
