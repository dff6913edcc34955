import { CreateAlgo } from './algos/createAlgo.ts';
import { DeleteAlgo } from './algos/deleteAlgo.ts';
import { GetAlgo } from './algos/getAlgo.ts';
import { LeaveAlgo } from './algos/leaveAlgo.ts';
import { ListAlgos } from './algos/listAlgos.ts';
import { QuotaGuard } from './algos/quotaGuard.ts';
import { UpdateAlgo } from './algos/updateAlgo.ts';
import { checkCaller } from './checkCaller.ts';
import { checkPolicy } from './checkPolicy.ts';
import { AlgoContent } from './content/algoContent.ts';
import { TooManyRequestsError } from './errors.ts';
import { requireKnownOptions } from './knownOptions.ts';
import { LimitAudit } from './limits/limitAudit.ts';
import { ResendConfirmation } from './mails/resendConfirmation.ts';
import { CheckRecovery } from './passwords/checkRecovery.ts';
import { LoginGuard } from './passwords/loginGuard.ts';
import { RecoverPassword } from './passwords/recoverPassword.ts';
import { ResetPassword } from './passwords/resetPassword.ts';
import { DEFAULT_POLICY, type Policy } from './policy.ts';
import type { Ports } from './ports.ts';
import { type OnProblem, printProblem } from './problems.ts';
import { requirePorts } from './requirePorts.ts';
import { Authenticate } from './sessions/authenticate.ts';
import { Login } from './sessions/login.ts';
import { Logout } from './sessions/logout.ts';
import { checkHealth } from './upkeep/checkHealth.ts';
import { ResumeWork } from './upkeep/resumeWork.ts';
import { Sweeper } from './upkeep/sweeper.ts';
import { ConfirmUser } from './users/confirmUser.ts';
import { DeleteUser } from './users/deleteUser.ts';
import { GetUser } from './users/getUser.ts';
import { RegisterUser } from './users/registerUser.ts';
import { UpdateUser } from './users/updateUser.ts';

/** What an embedder may decide beside the ports. */
export interface ServiceOptions {
  /** What differs from DEFAULT_POLICY. */
  readonly policy?: Partial<Policy>;
  /** Told of failures that no caller waits for. Default: `console.error`. */
  readonly onProblem?: OnProblem;
}

/**
 * All use cases, wired to their ports. Every method takes and throws what the use case of its name documents, and before
 * anything else General.Invalid_data, with paths below `/caller`, for a caller of another shape than `Caller`.
 */
export type Service = ReturnType<typeof createService>;

/**
 * The one place that wires use cases to ports. Has no effect until `open`.
 * @throws TypeError that names the ports, and the methods of ports, which are missing; RangeError that names an unknown
 * option, or a setting of the policy which cannot be
 */
export function createService(ports: Ports, options: ServiceOptions = {}) {
  requirePorts(ports);
  requireKnownOptions('createService', options, { policy: true, onProblem: true });
  const policy: Policy = { ...DEFAULT_POLICY, ...options.policy };
  checkPolicy(policy);
  const { onProblem = printProblem } = options;
  const settings = { policy, onProblem };
  const guard = new LoginGuard(ports, policy);
  const entry = entries(new LimitAudit(ports));
  const content = new AlgoContent(ports, onProblem);
  const quota = new QuotaGuard(ports, policy);
  const resumeWork = new ResumeWork(ports, content, settings);
  const sweeper = new Sweeper(resumeWork, ports.clock);

  return {
    registerUser: entry(new RegisterUser(ports, policy, onProblem)),
    confirmUser: entry(new ConfirmUser(ports, policy)),
    resendConfirmation: entry(new ResendConfirmation(ports, settings)),
    login: entry(new Login(ports, guard, settings)),
    authenticate: entry(new Authenticate(ports, settings)),
    logout: entry(new Logout(ports), { callerAt: 0 }),
    recoverPassword: entry(new RecoverPassword(ports, settings)),
    checkRecovery: entry(new CheckRecovery(ports, policy)),
    resetPassword: entry(new ResetPassword(ports, guard, settings)),
    getUser: entry(new GetUser(ports)),
    updateUser: entry(new UpdateUser(ports, guard, settings)),
    deleteUser: entry(new DeleteUser(ports, content)),
    createAlgo: entry(new CreateAlgo(ports, content, quota)),
    getAlgo: entry(new GetAlgo(ports, content)),
    listAlgos: entry(new ListAlgos(ports)),
    updateAlgo: entry(new UpdateAlgo(ports, content, quota)),
    leaveAlgo: entry(new LeaveAlgo(ports)),
    deleteAlgo: entry(new DeleteAlgo(ports, content)),
    resumeWork: entry(resumeWork),
    /** Whether every store can serve now. @throws UnavailableError whose data names those that cannot */
    health: () => checkHealth(ports),
    /** Finishes what a crash left, and starts the sweeper that does so every minute. */
    open: () => sweeper.start(),
    /** Ends the sweeper; resolves when its last round has ended. The ports are the owner's to close. */
    close: () => sweeper.stop(),
  };
}

interface UseCase<Input extends readonly unknown[], Output> {
  execute(...input: Input): Promise<Output>;
}

/**
 * Every caller is checked here, so that a use case can take its own as it is declared; and what the limits refuse is
 * recorded here, whichever use case asked them.
 */
function entries(limitAudit: LimitAudit) {
  return <Input extends readonly unknown[], Output>(useCase: UseCase<Input, Output>, { callerAt } = { callerAt: 1 }) =>
    async (...input: Input): Promise<Output> => {
      const caller: unknown = input[callerAt];
      checkCaller(caller);
      try {
        return await useCase.execute(...input);
      } catch (error) {
        if (error instanceof TooManyRequestsError) limitAudit.record(error, caller ?? {});
        throw error;
      }
    };
}
