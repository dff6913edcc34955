import { type AccountsContext, accountsContext, type InnerOptions } from './accountsContext.ts';
import { type Transfers, transfersOf } from './archives/transfers.ts';
import { FolderTrees } from './folders/folderTrees.ts';
import type { Ports } from './ports.ts';
import { Authenticator } from './sessions/authenticator.ts';
import { removalTimes } from './upkeep/removalTime.ts';
import type { ServerState } from './upkeep/serverState.ts';
import { LoginGuard } from './users/loginGuard.ts';
import { HashParameters } from './users/passwordHasher.ts';

export type { AccountsContext } from './accountsContext.ts';

export interface Context extends AccountsContext, Ports {
  readonly trees: FolderTrees;
  readonly guard: LoginGuard;
  readonly hashParameters: HashParameters;
  readonly authenticator: Authenticator;
  readonly transfers: Transfers;
  readonly nextRemoval: ReturnType<typeof removalTimes>;
  /** Null: nobody says how the server is. */
  readonly serverState: (() => Promise<ServerState>) | null;
}

export function serviceContext(ports: Ports, options: InnerOptions): Context {
  const base = accountsContext(ports, options);
  return {
    ...base,
    trees: new FolderTrees(base.folders, base.users, base.bounds),
    guard: new LoginGuard(ports.limiter, ports.clock, base.policy),
    hashParameters: new HashParameters(ports),
    authenticator: new Authenticator(base),
    transfers: transfersOf(base.bounds),
    nextRemoval: removalTimes(base),
    serverState: options.serverState ?? null,
  };
}
