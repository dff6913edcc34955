import type { Readable } from 'node:stream';
import type { SourceText } from '@algotheque/domain';
import type { FailureId, Headers, HttpErrorCode, MessageId } from '@algotheque/pages';

export {
  type FailureId,
  type Headers,
  type HttpErrorCode,
  HttpResponses,
  httpTexts,
  type MessageId,
  textOf,
} from '@algotheque/pages';

/** Thrown before the request reaches a use case. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: HttpErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  /** For the client, by the schema of the failure. */
  readonly data: unknown;

  constructor(code: HttpErrorCode, headers: Readonly<Record<string, string>> = {}, data?: unknown) {
    super(code);
    this.code = code;
    this.headers = headers;
    this.data = data;
  }
}

/** The specification's generic kind of an answer. */
export class Res {
  readonly status: number;
  readonly message: MessageId;
  readonly data: unknown;
  readonly headers: Headers;

  constructor(status: number, message: MessageId, data?: unknown, headers: Headers = {}) {
    this.status = status;
    this.message = message;
    this.data = data;
    this.headers = headers;
  }
}

export class OkRes extends Res {
  constructor(message: MessageId, data?: unknown, headers?: Headers) {
    super(200, message, data, headers);
  }
}

export class CreatedRes extends Res {
  constructor(message: MessageId, data?: unknown, headers?: Headers) {
    super(201, message, data, headers);
  }
}

export class BadRequestRes extends Res {
  constructor(message: FailureId, data?: unknown, headers?: Headers) {
    super(400, message, data, headers);
  }
}

export class ForbiddenRes extends Res {
  constructor(message: FailureId, data?: unknown, headers?: Headers) {
    super(403, message, data, headers);
  }
}

export class NotFoundRes extends Res {
  constructor(message: FailureId, data?: unknown, headers?: Headers) {
    super(404, message, data, headers);
  }
}

/** With `sourceCode` as the bytes that are stored. */
export class SourceRes extends OkRes {
  readonly source: SourceText;

  constructor(message: MessageId, data: unknown, source: SourceText, headers?: Headers) {
    super(message, data, headers);
    this.source = source;
  }
}

/** A long list, sent page by page. A page is read when the one before is being sent. */
export class PagesRes extends OkRes {
  readonly pages: AsyncIterable<readonly unknown[]>;

  constructor(message: MessageId, pages: AsyncIterable<readonly unknown[]>, headers?: Headers) {
    super(message, undefined, headers);
    this.pages = pages;
  }
}

export class EmptyRes {
  readonly status: 204 | 302 | 304;
  readonly headers: Headers;

  constructor(status: 204 | 302 | 304, headers: Headers = {}) {
    this.status = status;
    this.headers = headers;
  }
}

/** Sent as it is, without a message. Many answers can share the bytes of one buffer. */
export class TextRes {
  readonly status = 200;
  readonly type: string;
  readonly body: string | Buffer | Readable;
  readonly headers: Headers;

  constructor(type: string, body: TextRes['body'], headers: Headers = {}) {
    this.type = type;
    this.body = body;
    this.headers = headers;
  }
}

export type Answer = Res | EmptyRes | TextRes;
