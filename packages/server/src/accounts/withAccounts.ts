import {
  type Administration,
  createAdministration,
  DomainError,
  UnavailableError,
  type Violation,
} from '@algotheque/domain';
import { texts } from '@algotheque/domain/texts';
import { closingAfter } from '../closing.ts';
import { prepareFrom } from '../prepare.ts';
import { asStartError, StartError, UsageError } from '../startError.ts';
import type { CommandContext } from '../terminal/progress.ts';
import { openAccountPorts } from './openAccountPorts.ts';

/** The `stderr` gets audit events and problems in the background too, a line each. */
export type AccountContext = Pick<CommandContext, 'env' | 'streams'>;

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
    const prepared = await prepareFrom(env);
    const { ports, isBeside } = await openAccountPorts(prepared, { tell, makesStore, closing, onProblem });
    const accounts = createAdministration(ports, { policy: prepared.policy, onProblem });
    try {
      return await work(accounts, isBeside);
    } finally {
      await accounts.settled();
    }
  }, refusalOf);

function refusalOf(error: unknown): unknown {
  if (!(error instanceof DomainError) || error instanceof UnavailableError) return asStartError(error);
  return new StartError(refusalText(error), { cause: error });
}

/** The text of a refusal, with the fields that are wrong; never a value. */
function refusalText({ code, data }: DomainError): string {
  const text = texts.en[code];
  const violations: readonly Violation[] = Array.isArray(data) ? data : []; // those of invalid data
  const fields = violations.map(({ path, rule }) => `${path.slice(1) || 'the account'} (${rule})`);
  return fields.length === 0 ? text : `${text.replace(/\.$/, '')}: ${fields.join(', ')}`;
}

/** @throws UsageError when the value of the option is no number from 1 to `most` */
export function numberOption(option: string, text: string, most = Number.MAX_SAFE_INTEGER): number {
  if (/^[1-9]\d{0,15}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`--${option} must be a number from 1 to ${most}.`);
}
