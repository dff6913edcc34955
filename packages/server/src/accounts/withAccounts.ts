import { type Administration, createAdministration, DomainError, UnavailableError } from '@algotheque/domain';
import { Closing } from '../closing.ts';
import { prepare } from '../prepare.ts';
import { loadSettings } from '../settings/loadSettings.ts';
import { asStartError, StartError } from '../startError.ts';
import { openAccountPorts } from './openAccountPorts.ts';
import { refusalText } from './refusalText.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Opens the accounts of the store that the settings name, runs the work, and closes the store.
 * @param tell gets lines for people: audit events and problems in the background
 * @throws StartError for what an operator can repair, and for what the administration refuses
 */
export async function withAccounts<Result>(
  env: Env,
  tell: (line: string) => void,
  work: (accounts: Administration) => Promise<Result>,
): Promise<Result> {
  const closing = new Closing();
  try {
    const prepared = await prepare(loadSettings(env));
    const onProblem = (problem: unknown, where: string) => tell(`${where}: ${String(problem)}`);
    const ports = await openAccountPorts(prepared, { onProblem, tell, closing });
    const accounts = createAdministration(ports, { policy: prepared.policy, onProblem });
    const result = await work(accounts);
    await accounts.settled();
    return result;
  } catch (error) {
    throw asStartError(asRefusal(error));
  } finally {
    await closing.close();
  }
}

function asRefusal(error: unknown): unknown {
  if (!(error instanceof DomainError) || error instanceof UnavailableError) return error;
  return new StartError(refusalText(error), { cause: error });
}
