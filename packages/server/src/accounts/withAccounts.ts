import { type Administration, createAdministration } from '@algotheque/domain';
import { closingAfter } from '../closing.ts';
import { prepare } from '../prepare.ts';
import { loadSettings } from '../settings/loadSettings.ts';
import type { Env } from '../settings/setting.ts';
import { openAccountPorts } from './openAccountPorts.ts';
import type { PasswordTerminal } from './readPassword.ts';
import { refusalOf } from './refusal.ts';

export interface AccountContext {
  readonly env: Env;
  /** Its `stderr` gets audit events and problems in the background too, a line each. */
  readonly streams: PasswordTerminal;
}

/**
 * Runs the work on the accounts of the store that the settings name, which is closed afterwards.
 * @param work gets whether a server has the content of the store, which the work must not change then
 * @param makesStore whether an absent store in a folder is made
 * @throws StartError for what an operator can repair, and for what the administration refuses
 */
export const withAccounts = <Result>(
  { env, streams }: AccountContext,
  work: (accounts: Administration, isBeside: boolean) => Promise<Result>,
  makesStore = false,
): Promise<Result> =>
  closingAfter(async (closing) => {
    const tell = (line: string) => void streams.stderr.write(`${line}\n`);
    const onProblem = (problem: unknown, where: string) => tell(`${where}: ${String(problem)}`);
    const prepared = await prepare(loadSettings(env));
    const { ports, isBeside } = await openAccountPorts(prepared, { tell, makesStore, closing, onProblem });
    const accounts = createAdministration(ports, { policy: prepared.policy, onProblem });
    const result = await work(accounts, isBeside);
    await accounts.settled();
    return result;
  }, refusalOf);
