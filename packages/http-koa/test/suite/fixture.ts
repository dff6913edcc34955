import type { Mail } from '@algotheque/domain';
import type { Api } from './api.ts';

/** A mail as the mailer got it; `token` is null for mails without a link. */
export interface SuiteMail {
  readonly to: string;
  readonly kind: Mail['kind'];
  readonly token: string | null;
}

/**
 * A started server on a fresh store, for the whole suite. Its limits (`Policy.limits`) are off, its body limit is the
 * default, its prefixes are the default, its clock is any.
 */
export interface HttpFixture {
  /** The URL of the server, without a slash at the end. */
  readonly url: string;
  /** All mails that users would have got so far, oldest first. */
  mails(): Promise<readonly SuiteMail[]>;
  close(): Promise<void>;
}

/**
 * The parts of the suite use this within tests: the server must be started. Each test makes its own users, so that none depends on
 * another.
 */
export interface World {
  readonly api: Api;
  readonly mails: HttpFixture['mails'];
}
