import { type Bounds, completeBounds, SERVICE_BOUNDS } from '../bounds.ts';
import { completePolicy } from '../checkPolicy.ts';
import { AlgoContent } from '../content/algoContent.ts';
import { requireKnownOptions } from '../knownOptions.ts';
import { LimitAudit } from '../limits/limitAudit.ts';
import { methods } from '../methods.ts';
import type { Method } from '../operation.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { type OnProblem, printProblem } from '../problems.ts';
import { EndAccountSessions, ListAccountSessions } from './accountSessions.ts';
import { ADMINISTRATION } from './administrationOperations.ts';
import { ConfirmAccount } from './confirmAccount.ts';
import { CreateAccount } from './createAccount.ts';
import { DeleteAccount } from './deleteAccount.ts';
import { DisableAccount } from './disableAccount.ts';
import { EnableAccount } from './enableAccount.ts';
import { FindAccount } from './findAccount.ts';
import { ListAccounts } from './listAccounts.ts';
import { SetAccountPassword } from './setAccountPassword.ts';

/** The ports that an administration needs. */
export type AdministrationPorts = Pick<
  Ports,
  'users' | 'algos' | 'folders' | 'sessionStore' | 'contentStore' | 'hasher' | 'deletions' | 'audit' | 'clock'
>;

interface AdministrationOptions {
  /** What differs from DEFAULT_POLICY. */
  readonly policy?: Partial<Policy>;
  /** Gets failures that no caller waits for. Default: `console.error`. */
  readonly onProblem?: OnProblem;
  /** What differs from SERVICE_BOUNDS. */
  readonly bounds?: Partial<Bounds>;
}

type Methods = { readonly [Name in keyof typeof ADMINISTRATION]: Method<(typeof ADMINISTRATION)[Name]> };

/**
 * The accounts, for whoever runs the service. No method checks a right, and none must be reachable by clients. Inputs are checked,
 * and failures are those of the declarations (`ADMINISTRATION`), as with `Service`.
 */
export interface Administration extends Methods {
  /** Resolves when no work is left that results did not wait for. */
  settled(): Promise<void>;
}

/**
 * Wires the use cases of the administration to ports. It may work beside services on the same stores.
 * @throws RangeError that names an unknown option, a wrong setting of the policy or a wrong bound
 */
export function createAdministration(ports: AdministrationPorts, options: AdministrationOptions = {}): Administration {
  requireKnownOptions('createAdministration', options, { policy: true, onProblem: true, bounds: true });
  const policy = completePolicy(options.policy);
  const bounds = completeBounds(SERVICE_BOUNDS, options.bounds);
  const { onProblem = printProblem } = options;
  const method = methods({ limitAudit: new LimitAudit(ports, bounds), policy });
  const content = new AlgoContent(ports, { onProblem, bounds });
  return {
    listAccounts: method(ADMINISTRATION.listAccounts, new ListAccounts(ports)),
    findAccount: method(ADMINISTRATION.findAccount, new FindAccount(ports)),
    createAccount: method(ADMINISTRATION.createAccount, new CreateAccount(ports, policy)),
    confirmAccount: method(ADMINISTRATION.confirmAccount, new ConfirmAccount(ports)),
    setAccountPassword: method(ADMINISTRATION.setAccountPassword, new SetAccountPassword(ports, policy)),
    disableAccount: method(ADMINISTRATION.disableAccount, new DisableAccount(ports)),
    enableAccount: method(ADMINISTRATION.enableAccount, new EnableAccount(ports)),
    deleteAccount: method(ADMINISTRATION.deleteAccount, new DeleteAccount(ports, content, { onProblem, bounds })),
    listAccountSessions: method(ADMINISTRATION.listAccountSessions, new ListAccountSessions(ports)),
    endAccountSessions: method(ADMINISTRATION.endAccountSessions, new EndAccountSessions(ports)),
    settled: () => content.settled(),
  };
}
