export { createService, type Service, type ServiceOptions } from './createService.ts';
export type { AccessToken } from './entities/accessToken.ts';
export {
  type Algorithme,
  type AlgoView,
  algoView,
  type GivenRight,
  type Permission,
  type Right,
} from './entities/algorithme.ts';
export type { AuthenticatedCaller, Caller } from './entities/caller.ts';
export type { Dossier } from './entities/dossier.ts';
export type { Locale, MailDue, OwnUser, PublicUser, Utilisateur } from './entities/utilisateur.ts';
export {
  DomainError,
  invalidData,
  RULES,
  type Rule,
  StoreRefusedError,
  TooManyRequestsError,
  UnavailableError,
  type Violation,
} from './errors.ts';
export { addressGroup } from './policies/address.ts';
export type { ExpectedVersion } from './policies/algoAccess.ts';
export { type Listed, listedBytes, pageOf, viewBytes } from './policies/algoPage.ts';
export { DEFAULT_SOURCE_BOUNDS, defaultValidator, type SourceBounds } from './policies/defaultValidator.ts';
export { hashParametersOf } from './policies/hashParameters.ts';
export { InexactNumber, type JsonOptions, parseJson, parseJsonInSteps } from './policies/json.ts';
export { type AlgoOperation, mayOnAlgo, mayOnUser, rightOn, type UserOperation } from './policies/permissions.ts';
export {
  DEFAULT_LIMITS,
  DEFAULT_POLICY,
  DEFAULT_QUOTA,
  type Limits,
  type Policy,
  type Quota,
} from './policies/policy.ts';
export type { OnProblem } from './policies/problems.ts';
export { SharedTry } from './policies/sharedTry.ts';
export { SourceText } from './policies/sourceText.ts';
export { systemClock } from './policies/systemClock.ts';
export type { AccessTokenStore, TokenDates } from './ports/accessTokenStore.ts';
export type { AccessTokens } from './ports/accessTokens.ts';
export { type AlgoFileStore, type AnnouncedChange, PENDING_AGE_MS, type PendingWork } from './ports/algoFileStore.ts';
export type { AccessibleQuery, AlgoChanges, AlgoPage, AlgoRepository, Usage } from './ports/algoRepository.ts';
export type { AlgoValidator, SourceIssue, ValidationResult } from './ports/algoValidator.ts';
export type { AuditAction, AuditEvent, AuditLog, LimitName } from './ports/auditLog.ts';
export { CLOCK_TOLERANCE_MS, type Clock } from './ports/clock.ts';
export type { DeletionEntry, DeletionLog } from './ports/deletionLog.ts';
export { type DiskRoom, NO_DISK_ROOM, type WriteKind } from './ports/diskRoom.ts';
export type { FolderRepository } from './ports/folderRepository.ts';
export type { Health } from './ports/health.ts';
export type { Ports } from './ports/index.ts';
export type { Mail, Mailer, MailRecipient } from './ports/mailer.ts';
export type { MailPurpose, MailTokenClaims, MailTokens } from './ports/mailTokens.ts';
export type { HashClient, PasswordHasher, VerifyClient } from './ports/passwordHasher.ts';
export { ImportRefusedError, type PortableKind, type PortableRows, type PortableStore } from './ports/portableStore.ts';
export { type Outcome, PLACE_LEASE_MS, type Place, type RateLimiter, type RateRule } from './ports/rateLimiter.ts';
export {
  type DueQuery,
  EmailTakenError,
  type NewUtilisateur,
  type UserChanges,
  type UserRepository,
} from './ports/userRepository.ts';
export { type ErrorCode, type ResponseId, Responses, type SuccessId } from './responses.ts';
export { AlgoCreateDTO, AlgoUpdateDTO, PageDTO } from './schemas/algo.ts';
export { EmailDTO, PasswordResetDTO, UserLoginDTO, UserRegisterDTO, UserUpdateDTO } from './schemas/user.ts';
export type { Authenticated } from './usecases/authenticate.ts';
export type { VersionedAlgo } from './usecases/createAlgo.ts';
export type { ReadAlgo } from './usecases/getAlgo.ts';
export type { LoggedIn } from './usecases/login.ts';
