import type { QuotaGuard } from './algos/quotaGuard.ts';
import type { Transfers } from './archives/transfers.ts';
import type { BackgroundWork } from './backgroundWork.ts';
import type { Bounds } from './bounds.ts';
import type { AlgoContent } from './content/algoContent.ts';
import type { FolderTrees } from './folders/folderTrees.ts';
import type { Formers } from './history/formers.ts';
import type { HashParameters } from './passwords/hashParameters.ts';
import type { LoginGuard } from './passwords/loginGuard.ts';
import type { Policy } from './policy.ts';
import type { Ports } from './ports.ts';
import type { OnProblem } from './problems.ts';
import type { ServiceObserver } from './serviceObserver.ts';
import type { Authenticator } from './sessions/authenticator.ts';
import type { RemovalTimes } from './upkeep/removalTime.ts';

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

/** What an operation of the administration may use: its ports, and what the embedder decided. */
export interface AccountsContext extends AdministrationPorts {
  readonly policy: Policy;
  readonly onProblem: OnProblem;
  readonly observer: ServiceObserver;
  readonly bounds: Bounds;
  readonly content: AlgoContent;
  readonly formers: Formers;
}

/** What an operation of a service may use: all ports, what the embedder decided, and what the operations of one service share. */
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
