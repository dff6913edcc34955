import { DataFolderInUseError } from '@algotheque/adapters-fs';
import { createAdministration } from '@algotheque/domain';
import { closingAfter } from '../closing.ts';
import { type Prepared, prepare } from '../prepare.ts';
import { loadSettings } from '../settings/loadSettings.ts';
import type { Env } from '../settings/setting.ts';
import { archiveOf } from './accountArchive.ts';
import { type Accounts, accountsOfServer } from './accountsOfServer.ts';
import { type AccountParts, openAccountPorts } from './openAccountPorts.ts';
import type { PasswordTerminal } from './readPassword.ts';
import { refusalOf } from './refusal.ts';

export interface AccountContext {
  readonly env: Env;
  /** Its `stderr` gets audit events and problems in the background too, a line each. */
  readonly streams: PasswordTerminal;
}

/**
 * Runs the work on the accounts of the store that the settings name: through the server that uses its folder, or else on the store
 * itself, which is closed afterwards.
 * @param makesStore whether an absent store in a folder is made
 * @throws StartError for what an operator can repair, and for what the administration refuses
 */
export const withAccounts = <Result>(
  { env, streams }: AccountContext,
  work: (accounts: Accounts) => Promise<Result>,
  makesStore = false,
): Promise<Result> =>
  closingAfter(async (closing) => {
    const tell = (line: string) => void streams.stderr.write(`${line}\n`);
    const accounts = await openAccounts(await prepare(loadSettings(env)), { tell, makesStore, closing });
    const result = await work(accounts);
    await accounts.settled?.();
    return result;
  }, refusalOf);

async function openAccounts(
  prepared: Prepared,
  parts: Omit<AccountParts, 'onProblem'>,
): Promise<Accounts & { settled?(): Promise<void> }> {
  const onProblem = (problem: unknown, where: string) => parts.tell(`${where}: ${String(problem)}`);
  try {
    const ports = await openAccountPorts(prepared, { ...parts, onProblem });
    const accounts = createAdministration(ports, { policy: prepared.policy, onProblem });
    return { ...accounts, exportZip: async (id) => archiveOf(await accounts.exportAccount(id)) };
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    return accountsOfServer(prepared.places.dataDir, error);
  }
}
