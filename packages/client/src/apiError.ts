import type { FailureCode, FailureData, Operation } from './operationTypes.ts';

/** What an `ApiError` is made from. */
export interface FailedCall<Code extends FailureCode> {
  readonly operation: Operation;
  readonly code: Code;
  readonly data?: FailureData<Code>;
  /** The answer, if there was one. */
  readonly response?: Response | undefined;
  readonly cause?: unknown;
  /** What the message says beside operation, code and status. */
  readonly detail?: string;
}

/** The failure of a call. A newer service may send identifiers that the type of `code` does not have yet. */
export class ApiError<Code extends FailureCode = FailureCode> extends Error {
  override readonly name = 'ApiError';
  readonly operation: Operation;
  readonly code: Code;
  /** What the service says about the failure, such as the violated rules. */
  readonly data: FailureData<Code> | undefined;
  /** The HTTP status; null if there was no answer. */
  readonly status: number | null;
  /** Seconds to wait before the next try (`Retry-After`); null if the answer names none. */
  readonly retryAfter: number | null;
  /**
   * The required fields that are missing (`X-Missing-Fields`), with the code `Responses.General.Missing_data`; else empty. An item with
   * `|`, as `email|idUtilisateur`, is a choice: one of these fields is required.
   */
  readonly missing: readonly string[];
  /** The id of the request, under which the log of the service has more; null if the answer names none. */
  readonly requestId: string | null;

  constructor({ operation, code, data, response, cause, detail }: FailedCall<Code>) {
    const words = [`${operation}: ${code}`, response && `status ${response.status}`, detail];
    super(words.filter(Boolean).join(', '), { cause });
    const header = (name: string) => response?.headers.get(name) ?? null;
    const seconds = header('Retry-After');
    this.operation = operation;
    this.code = code;
    this.data = data;
    this.status = response?.status ?? null;
    this.retryAfter = /^\d+$/.test(seconds ?? '') ? Number(seconds) : null;
    this.missing = header('X-Missing-Fields')?.split(', ') ?? [];
    this.requestId = header('X-Request-Id');
  }
}

/** The errors of an operation, one for each code, so that a comparison of `code` narrows `data` too. */
export type Failure<Name extends Operation = Operation> = {
  [Code in FailureCode<Name>]: ApiError<Extract<Code, FailureCode>>;
}[FailureCode<Name>];

/** Whether a thrown value is a failure of this operation. The type of `code` then has only what the operation can fail with. */
export function isFailureOf<Name extends Operation>(error: unknown, operation: Name): error is Failure<Name> {
  return error instanceof ApiError && error.operation === operation;
}
