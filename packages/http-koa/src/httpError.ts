import type { HttpErrorCode } from './httpResponses.ts';
import type { Headers } from './responseKinds.ts';

/** A failure that only HTTP knows: thrown before the request reaches a use case. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: HttpErrorCode;
  readonly headers: Headers;

  constructor(code: HttpErrorCode, headers: Headers = {}) {
    super(code);
    this.code = code;
    this.headers = headers;
  }
}
