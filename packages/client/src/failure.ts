import { ApiError } from './apiError.ts';
import type { FailureCode, Operation } from './operationTypes.ts';

/** The errors of an operation, one for each code, so that a comparison of `code` narrows `data` too. */
export type Failure<Name extends Operation = Operation> = {
  [Code in FailureCode<Name>]: ApiError<Extract<Code, FailureCode>>;
}[FailureCode<Name>];

/** Whether a thrown value is a failure of this operation. The type of `code` then has only what the operation can fail with. */
export function isFailureOf<Name extends Operation>(error: unknown, operation: Name): error is Failure<Name> {
  return error instanceof ApiError && error.operation === operation;
}
