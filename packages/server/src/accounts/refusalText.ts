import type { DomainError, Violation } from '@algotheque/domain';
import { texts } from '@algotheque/domain/texts';

/** The text of a refusal, with the fields that are wrong; never a value. */
export function refusalText({ code, data }: DomainError): string {
  const text = texts.en[code];
  const fields = violationsOf(data).map(({ path, rule }) => `${path.slice(1) || 'the account'} (${rule})`);
  return fields.length === 0 ? text : `${text.replace(/\.$/, '')}: ${fields.join(', ')}`;
}

/** Of invalid data, the data are its violations. */
function violationsOf(data: unknown): readonly Violation[] {
  return Array.isArray(data) ? data : [];
}
