import { DomainError } from '../errors.ts';
import { Responses } from '../responses.ts';
import { SourceText } from './sourceText.ts';

/** What is wrong with a source code, and where: `path` is a JSON Pointer within it. */
export interface SourceIssue {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** The result of a validator. With `success: false` clients get it unchanged. */
export type ValidationResult =
  | { readonly success: true }
  | { readonly success: false; readonly issues: readonly SourceIssue[] };

/** Decides whether a JSON value is an algorithm. Must not change the value, and must not throw for any value. */
export type AlgoValidator = (sourceCode: unknown) => ValidationResult | Promise<ValidationResult>;

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
