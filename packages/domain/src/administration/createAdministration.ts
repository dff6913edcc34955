import { requireKnownOptions } from '../knownOptions.ts';
import { type Methods, methodsOf } from '../methods.ts';
import { baseParts, type ServiceOptions } from '../parts.ts';
import type { Ports } from '../ports.ts';
import * as ADMINISTRATION from './administrationOperations.ts';

/** The ports that an administration needs. */
export type AdministrationPorts = Pick<
  Ports,
  | 'users'
  | 'algos'
  | 'bin'
  | 'history'
  | 'folders'
  | 'sessionStore'
  | 'contentStore'
  | 'hasher'
  | 'deletions'
  | 'mails'
  | 'audit'
  | 'clock'
>;

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
  options: Omit<ServiceOptions, 'observer'> = {},
): Administration {
  requireKnownOptions('createAdministration', options, { policy: true, onProblem: true, bounds: true });
  const parts = baseParts(ports, options);
  return { ...methodsOf(ADMINISTRATION, parts), settled: () => parts.content.settling.settled() };
}
