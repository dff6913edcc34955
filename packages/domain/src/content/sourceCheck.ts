import { DomainError } from '../errors.ts';
import { Responses } from '../responses.ts';
import type { AlgoValidator, ValidationResult } from './algoValidator.ts';
import { SourceText } from './sourceText.ts';

/** @throws DomainError Algo.Invalid with the validator's result as data */
export async function checkSource(validator: AlgoValidator, sourceCode: unknown): Promise<SourceText> {
  const result = await validator(sourceCode);
  if (!result.success) throw new DomainError(Responses.Algo.Invalid, result);
  return written(sourceCode);
}

// An embedder's own validator may accept a value that is no JSON, and a proxy may change between two reads.
function written(sourceCode: unknown): SourceText {
  try {
    return SourceText.of(sourceCode);
  } catch (cause) {
    const issues = [{ path: '', rule: 'type', message: 'cannot be written as JSON' }];
    const result: ValidationResult = { success: false, issues };
    throw new DomainError(Responses.Algo.Invalid, result, { cause });
  }
}
