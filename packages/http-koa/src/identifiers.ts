import type { Policy, Ports, Service } from '@algotheque/domain';
import type { ServiceIdentifier } from 'inversify';
import type { Logger } from 'pino';
import type { HttpOptions } from './options.ts';

type PortIdentifiers = { readonly [Name in keyof Ports]: ServiceIdentifier<Ports[Name]> };

export interface Identifiers extends PortIdentifiers {
  readonly policy: ServiceIdentifier<Policy>;
  readonly logger: ServiceIdentifier<Logger>;
  readonly httpOptions: ServiceIdentifier<HttpOptions>;
  readonly service: ServiceIdentifier<Service>;
}

/** What the container binds: each port, what the service is set up with, and the one service made from them. */
export const ids: Identifiers = {
  users: Symbol('UserRepository'),
  algos: Symbol('AlgoRepository'),
  folders: Symbol('FolderRepository'),
  tokenStore: Symbol('AccessTokenStore'),
  accessTokens: Symbol('AccessTokens'),
  files: Symbol('AlgoFileStore'),
  hasher: Symbol('PasswordHasher'),
  mailTokens: Symbol('MailTokens'),
  mailer: Symbol('Mailer'),
  limiter: Symbol('RateLimiter'),
  deletions: Symbol('DeletionLog'),
  audit: Symbol('AuditLog'),
  clock: Symbol('Clock'),
  validator: Symbol('AlgoValidator'),
  policy: Symbol('Policy'),
  logger: Symbol('Logger'),
  httpOptions: Symbol('HttpOptions'),
  service: Symbol('Service'),
};
