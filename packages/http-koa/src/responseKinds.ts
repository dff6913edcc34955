import type { Readable } from 'node:stream';
import type { SourceText } from '@algotheque/domain';
import type { FailureId, MessageId } from './httpResponses.ts';

export type Headers = Readonly<Record<string, string>>;

/**
 * An answer: a status, the identifier of its message, and data if there is any. The specification's generic kind.
 */
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

/** An OkRes whose data is a record and `sourceCode`: bytes of JSON that are sent as they are stored. */
export class SourceRes extends OkRes {
  readonly source: SourceText;

  constructor(message: MessageId, data: unknown, source: SourceText, headers?: Headers) {
    super(message, data, headers);
    this.source = source;
  }
}

/**
 * An OkRes whose data is a long list: it is sent page by page. A page is read when the one before is being sent.
 */
export class PagesRes extends OkRes {
  readonly pages: AsyncIterable<readonly unknown[]>;

  constructor(message: MessageId, pages: AsyncIterable<readonly unknown[]>, headers?: Headers) {
    super(message, undefined, headers);
    this.pages = pages;
  }
}

/** An answer that has no body by definition, and so no message. */
export class EmptyRes {
  readonly status: 204 | 304;
  readonly headers: Headers;

  constructor(status: 204 | 304, headers: Headers = {}) {
    this.status = status;
    this.headers = headers;
  }
}

/** An answer that is sent as it is, without a message. Many answers can share the bytes of one buffer. */
export class TextRes {
  readonly status = 200;
  /** The value of `Content-Type`. */
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
