import type { Api } from './api.ts';

/** A mail as the mailer got it; `token` is null for mails without a link. */
export interface SuiteMail {
  readonly to: string;
  readonly kind: 'confirm' | 'recover' | 'password_changed';
  readonly token: string | null;
}

/**
 * A started server on a fresh store, for the whole suite. Its limits (`Policy.limits`) are off, its body limit is the
 * default, its prefixes are the default, its clock is any.
 */
export interface HttpFixture {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  /** All mails so far that somebody would get, oldest first. */
  mails(): Promise<readonly SuiteMail[]>;
  close(): Promise<void>;
}

/** What the parts of the suite work with. Each test makes its own users, so that none depends on another. */
export interface World {
  readonly api: Api;
  readonly mails: HttpFixture['mails'];
}

/** Gives the world once the server is started: to be called within tests. */
export type GetWorld = () => World;
