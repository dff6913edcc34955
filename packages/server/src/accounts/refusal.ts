import { DomainError, UnavailableError, type Violation } from '@algotheque/domain';
import { texts } from '@algotheque/domain/texts';
import { asStartError, StartError } from '../startError.ts';

/** A StartError for what the administration refuses, and for what an operator can repair; all other errors are returned unchanged. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof DomainError) || error instanceof UnavailableError) return asStartError(error);
  return new StartError(refusalText(error), { cause: error });
}

/** The text of a refusal, with the fields that are wrong; never a value. */
function refusalText({ code, data }: DomainError): string {
  const text = texts.en[code];
  const fields = violationsOf(data).map(({ path, rule }) => `${path.slice(1) || 'the account'} (${rule})`);
  return fields.length === 0 ? text : `${text.replace(/\.$/, '')}: ${fields.join(', ')}`;
}

/** Of invalid data, the data are its violations. */
function violationsOf(data: unknown): readonly Violation[] {
  return Array.isArray(data) ? data : [];
}
