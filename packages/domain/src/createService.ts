import { CreateAlgo } from './algos/createAlgo.ts';
import { DeleteAlgo } from './algos/deleteAlgo.ts';
import { GetAlgo } from './algos/getAlgo.ts';
import { LeaveAlgo } from './algos/leaveAlgo.ts';
import { ListAlgos } from './algos/listAlgos.ts';
import { PatchAlgo } from './algos/patchAlgo.ts';
import { QuotaGuard } from './algos/quotaGuard.ts';
import { UpdateAlgo } from './algos/updateAlgo.ts';
import { BackgroundWork } from './backgroundWork.ts';
import { type Bounds, completeBounds, SERVICE_BOUNDS } from './bounds.ts';
import { completePolicy } from './checkPolicy.ts';
import { AlgoContent } from './content/algoContent.ts';
import { ChangeEmail } from './emails/changeEmail.ts';
import { CheckEmail } from './emails/checkEmail.ts';
import { CheckEmailBack } from './emails/checkEmailBack.ts';
import { RequestEmail } from './emails/requestEmail.ts';
import { TakeBackEmail } from './emails/takeBackEmail.ts';
import { requireKnownOptions } from './knownOptions.ts';
import { LimitAudit } from './limits/limitAudit.ts';
import { ResendConfirmation } from './mails/resendConfirmation.ts';
import { methods } from './methods.ts';
import type { Method } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { CheckRecovery } from './passwords/checkRecovery.ts';
import { LoginGuard } from './passwords/loginGuard.ts';
import { RecoverPassword } from './passwords/recoverPassword.ts';
import { ResetPassword } from './passwords/resetPassword.ts';
import type { Policy } from './policy.ts';
import type { Ports } from './ports.ts';
import { type OnProblem, printProblem } from './problems.ts';
import { requireEmailCase } from './requireEmailCase.ts';
import { requirePorts } from './requirePorts.ts';
import type { ServiceObserver } from './serviceObserver.ts';
import { Authenticate } from './sessions/authenticate.ts';
import { EndSession } from './sessions/endSession.ts';
import { EndSessions } from './sessions/endSessions.ts';
import { ListSessions } from './sessions/listSessions.ts';
import { Login } from './sessions/login.ts';
import { Logout } from './sessions/logout.ts';
import { checkHealth } from './upkeep/checkHealth.ts';
import { ResumeWork } from './upkeep/resumeWork.ts';
import { Sweeper } from './upkeep/sweeper.ts';
import { ConfirmUser } from './users/confirmUser.ts';
import { DeleteUser } from './users/deleteUser.ts';
import { GetOwnUser } from './users/getOwnUser.ts';
import { GetUser } from './users/getUser.ts';
import { RegisterUser } from './users/registerUser.ts';
import { UpdateUser } from './users/updateUser.ts';

/** What an embedder may decide beside the ports. */
export interface ServiceOptions {
  /** What differs from DEFAULT_POLICY. */
  readonly policy?: Partial<Policy>;
  /** Gets failures that no caller waits for. Default: `console.error`. */
  readonly onProblem?: OnProblem;
  /** Hears what the service does, for counters. Default: nobody. */
  readonly observer?: ServiceObserver;
  /** What differs from SERVICE_BOUNDS. */
  readonly bounds?: Partial<Bounds>;
}

type Methods = { readonly [Name in keyof typeof OPERATIONS]: Method<(typeof OPERATIONS)[Name]> };

/**
 * All use cases, wired to their ports. Every method takes and resolves to what the operation of its name declares.
 * It rejects with a DomainError of the operation's failures, in the order in which they are declared: `failuresOf`
 * lists them; or with a DamagedError, when a record that it needs is damaged. Types are checked at run time too: a value of another type is General.Invalid_data, and so is a
 * caller of another shape than `Caller`, with paths below `/caller`.
 */
export interface Service extends Methods {
  /** Whether every store can serve now. @throws UnavailableError whose data names those that cannot */
  health(): Promise<void>;
  /** Finishes what a crash left, and starts the sweeper, which repeats this every minute. */
  open(): Promise<void>;
  /**
   * Resolves when no work is left that answers did not wait for, such as putting a new content in the place of the
   * content before. A process that ends without it loses nothing: the next one finishes the work.
   */
  settled(): Promise<void>;
  /**
   * Stops the sweeper; resolves when its last round and all work in the background have ended. Whoever opened the
   * ports closes them.
   */
  close(): Promise<void>;
}

/**
 * The one place that wires use cases to ports. Has no effect until `open`.
 * @throws TypeError that names missing ports, missing methods of ports and unknown ports; RangeError that names an
 * unknown option, a wrong setting of the policy or a wrong bound, or if the store of users compares addresses in another way than the policy says
 */
export function createService(ports: Ports, options: ServiceOptions = {}): Service {
  requirePorts(ports);
  requireKnownOptions('createService', options, { policy: true, onProblem: true, observer: true, bounds: true });
  const policy = completePolicy(options.policy);
  requireEmailCase(ports, policy);
  const { onProblem = printProblem, observer = {} } = options;
  const bounds = completeBounds(SERVICE_BOUNDS, options.bounds);
  const background = new BackgroundWork(onProblem, bounds.backgroundWorks);
  const settings = { policy, onProblem, background, bounds };
  const guard = new LoginGuard(ports, policy);
  const method = methods({ limitAudit: new LimitAudit(ports, bounds), policy });
  const content = new AlgoContent(ports, { onProblem, observer, bounds });
  const quota = new QuotaGuard(ports, policy, bounds);
  const patch = new PatchAlgo(ports, content, { quota, onProblem });
  const work = new ResumeWork(ports, content, { ...settings, observer });
  const sweeper = new Sweeper(work, ports.clock);
  const settled = async (): Promise<void> => {
    await Promise.all([content.settled(), background.settled()]);
  };

  return {
    registerUser: method(OPERATIONS.registerUser, new RegisterUser(ports, policy, onProblem)),
    confirmUser: method(OPERATIONS.confirmUser, new ConfirmUser(ports, policy)),
    resendConfirmation: method(OPERATIONS.resendConfirmation, new ResendConfirmation(ports, settings)),
    login: method(OPERATIONS.login, new Login(ports, guard, settings)),
    authenticate: method(OPERATIONS.authenticate, new Authenticate(ports, settings)),
    logout: method(OPERATIONS.logout, new Logout(ports)),
    recoverPassword: method(OPERATIONS.recoverPassword, new RecoverPassword(ports, settings)),
    checkRecovery: method(OPERATIONS.checkRecovery, new CheckRecovery(ports, policy)),
    resetPassword: method(OPERATIONS.resetPassword, new ResetPassword(ports, guard, settings)),
    getOwnUser: method(OPERATIONS.getOwnUser, new GetOwnUser()),
    getUser: method(OPERATIONS.getUser, new GetUser(ports)),
    updateUser: method(OPERATIONS.updateUser, new UpdateUser(ports, guard, settings)),
    deleteUser: method(OPERATIONS.deleteUser, new DeleteUser(ports, content, { ...settings, guard })),
    listSessions: method(OPERATIONS.listSessions, new ListSessions(ports)),
    endSession: method(OPERATIONS.endSession, new EndSession(ports)),
    endSessions: method(OPERATIONS.endSessions, new EndSessions(ports)),
    requestEmail: method(OPERATIONS.requestEmail, new RequestEmail(ports, guard, settings)),
    checkEmail: method(OPERATIONS.checkEmail, new CheckEmail(ports, policy)),
    changeEmail: method(OPERATIONS.changeEmail, new ChangeEmail(ports, settings)),
    checkEmailBack: method(OPERATIONS.checkEmailBack, new CheckEmailBack(ports, policy)),
    takeBackEmail: method(OPERATIONS.takeBackEmail, new TakeBackEmail(ports, settings)),
    createAlgo: method(OPERATIONS.createAlgo, new CreateAlgo(ports, content, quota)),
    getAlgo: method(OPERATIONS.getAlgo, new GetAlgo(ports, content)),
    listAlgos: method(OPERATIONS.listAlgos, new ListAlgos(ports, settings)),
    updateAlgo: method(OPERATIONS.updateAlgo, new UpdateAlgo(patch)),
    patchAlgo: method(OPERATIONS.patchAlgo, patch),
    leaveAlgo: method(OPERATIONS.leaveAlgo, new LeaveAlgo(ports, content)),
    deleteAlgo: method(OPERATIONS.deleteAlgo, new DeleteAlgo(ports, content)),
    resumeWork: method(OPERATIONS.resumeWork, work),
    health: () => checkHealth(ports),
    open: () => sweeper.start(),
    settled,
    async close() {
      await sweeper.stop();
      await settled();
    },
  };
}
