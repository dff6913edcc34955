import { DomainError } from '../errors.ts';
import type { AlgoValidator } from '../ports/algoValidator.ts';
import { Responses } from '../responses.ts';
import { SourceText } from './sourceText.ts';

/** @throws DomainError Algo.Invalid with the validator's result as data */
export async function checkSource(validator: AlgoValidator, sourceCode: unknown): Promise<SourceText> {
  const result = await validator(sourceCode);
  if (!result.success) throw new DomainError(Responses.Algo.Invalid, result);
  return SourceText.of(sourceCode);
}
