import { DataFolderInUseError } from '@algotheque/adapters-fs';
import { createAdministration } from '@algotheque/domain';
import { type Closing, closingAfter } from '../closing.ts';
import { type Prepared, prepare } from '../prepare.ts';
import { loadSettings } from '../settings/loadSettings.ts';
import { type Accounts, accountsOfServer } from './accountsOfServer.ts';
import { openAccountPorts } from './openAccountPorts.ts';
import { refusalOf } from './refusal.ts';

export interface AccountWork {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Gets lines for people: audit events and problems in the background. */
  readonly tell: (line: string) => void;
  /** Whether an absent store in a folder is made. */
  readonly makesStore: boolean;
}

/**
 * Runs the work on the accounts of the store that the settings name: through the server that uses its folder, or else on the store
 * itself, which is closed afterwards.
 * @throws StartError for what an operator can repair, and for what the administration refuses
 */
export const withAccounts = <Result>(
  given: AccountWork,
  work: (accounts: Accounts) => Promise<Result>,
): Promise<Result> =>
  closingAfter(async (closing) => {
    const prepared = await prepare(loadSettings(given.env));
    const accounts = await openAccounts(prepared, given, closing);
    const result = await work(accounts);
    await accounts.settled?.();
    return result;
  }, refusalOf);

async function openAccounts(
  prepared: Prepared,
  { tell, makesStore }: AccountWork,
  closing: Closing,
): Promise<Accounts & { settled?(): Promise<void> }> {
  const onProblem = (problem: unknown, where: string) => tell(`${where}: ${String(problem)}`);
  try {
    const ports = await openAccountPorts(prepared, { onProblem, tell, makesStore, closing });
    return createAdministration(ports, { policy: prepared.policy, onProblem });
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    return accountsOfServer(prepared.places.dataDir, error);
  }
}
