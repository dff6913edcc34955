export * as ADMINISTRATION from './administrationOperations.ts';
export type { AlgoChanges, FormerAlgo } from './algorithm.ts';
export {
  type AlgoPlace,
  type AlgoRow,
  AlgoRowOutput,
  type Algorithm,
  type AlgoView,
  algoRow,
  algoView,
  type BinKey,
  type DeletedAlgo,
  folderOf,
  GRANTED_RIGHTS,
  type Grant,
  type GrantedRight,
  type NewAlgorithm,
  type PlacedAlgo,
  type Restoration,
  type Right,
  type StoredGrant,
  type VersionedAlgo,
  type WaitingShare,
} from './algorithm.ts';
export { type LeftOut, type Listed, listed, listedBytes, pageOf, viewBytes } from './algos/algoPage.ts';
export type {
  AccessibleQuery,
  AlgoPage,
  AlgoRepository,
  AllQuery,
  SharesDueQuery,
  Usage,
  WaitingQuery,
} from './algos/algoRepository.ts';
export { requireRight, rightOn } from './algos/algoRights.ts';
export * from './algos/algoSearch.ts';
export type { ExpectedVersion } from './algos/expectedVersion.ts';
export type { ReadAlgo } from './algos/getAlgo.ts';
export type { AlgoList } from './algos/listAlgos.ts';
export { compareTexts, nameKey, wordsOf } from './algos/nameWords.ts';
export { ownedBytes, SHARE_BYTES, shareBytes } from './algos/ownedBytes.ts';
export type { AlgoSearchResult } from './algos/searchAlgos.ts';
export { compared, positionIn } from './algos/searchPage.ts';
export { INDEX_PATH } from './archives/archiveIndex.ts';
export type { ExportEntry } from './archives/exportEntries.ts';
export type { ExportEntries } from './archives/exportUser.ts';
export { type ImportFile, UnreadableFileError } from './archives/importFile.ts';
export type { Imported } from './archives/importReport.ts';
export { UNREAD_FILES } from './archives/trueNames.ts';
export type { AuditAction, AuditEvent, AuditLog, LimitName } from './auditLog.ts';
export { type Bound, type Bounds, type BoundsOf, type BoundTable, completeBounds, SERVICE_BOUNDS } from './bounds.ts';
export type { AuthenticatedCaller, Caller } from './caller.ts';
export { completePolicy } from './checkPolicy.ts';
export { CLOCK_TOLERANCE_MS, type Clock, MAX_DATE_MS, systemClock } from './clock.ts';
export type { AlgoValidator, SourceIssue, ValidationResult } from './content/algoValidator.ts';
export { type ContentProblem, contentProblem } from './content/contentProblem.ts';
export { type ContentName, type ContentStore, PENDING_AGE_MS, type RecordPlace } from './content/contentStore.ts';
export { DEFAULT_SOURCE_BOUNDS, defaultValidator, type SourceBounds } from './content/defaultValidator.ts';
export { SourceText } from './content/sourceText.ts';
export { type ContentFinding, verifyContent } from './content/verifyContent.ts';
export type { AdministrationPorts } from './context.ts';
export { type Administration, createAdministration } from './createAdministration.ts';
export type { ServiceOptions } from './createContext.ts';
export { createService, type Service } from './createService.ts';
export type { EmailOfToken } from './emails/checkTokens.ts';
export { FoldedAddresses, type UserAddress } from './emails/emailCase.ts';
export { type EmailCase, emailKey, mailboxOf } from './emails/emailKey.ts';
export { impossibleInMail, type KeptMail, keptMail, MAIL_NAME, type MailEntry, mailOf } from './emails/mailEntry.ts';
export type { Mail, Mailer, MailRecipient, MailWithToken, RequestedMail } from './emails/mailer.ts';
export { changedEntry, type DueMails, type MailQueue, placeOf, type WaitingMails } from './emails/mailQueue.ts';
export type { MailPurpose, MailTokenClaims, MailTokens } from './emails/mailTokens.ts';
export { type DueQuery, isDueBy, type Outbox } from './emails/outbox.ts';
export type { MailChange, QueuedMail } from './emails/queuedMails.ts';
export {
  DomainError,
  invalidData,
  MissingDataError,
  RULES,
  type Rule,
  TooManyRequestsError,
  UnavailableError,
  type Violation,
} from './errors.ts';
export type { FolderRepository } from './folders/folderRepository.ts';
export { type Folder, type FolderTree, type FolderTreeState, noFolders } from './folders/folderTree.ts';
export type { Health } from './health.ts';
export * from './history/algoBin.ts';
export type { AlgoHistory, EndedFormer, FormerKey, FormersOf } from './history/algoHistory.ts';
export { impossibleInBin, impossibleInFormer } from './history/storedHistory.ts';
export { MAX_NOM, MAX_PSEUDO } from './inputs/name.ts';
export { InexactNumber, type JsonOptions, parseJson, parseJsonInSteps } from './inputs/parseJson.ts';
export { MAX_EMAIL, MAX_URL } from './inputs/text.ts';
export { violation } from './inputs/violation.ts';
export { isError } from './isError.ts';
export { requireKnownOptions } from './knownOptions.ts';
export { addressGroup } from './limits/address.ts';
export {
  type Outcome,
  PLACE_LEASE_MS,
  type Place,
  type RateLimiter,
  type RateRule,
  type RememberedKey,
} from './limits/rateLimiter.ts';
export { TurnsByAddress } from './limits/turnsByAddress.ts';
export { failuresOf, type Method, type Operation } from './operation.ts';
export * as OPERATIONS from './operations.ts';
export { hashParametersOf } from './passwords/hashParameters.ts';
export type { HashClient, PasswordHasher, VerifyClient } from './passwords/passwordHasher.ts';
export {
  DEFAULT_LIMITS,
  DEFAULT_POLICY,
  type Limits,
  NETWORK_TIMES,
  type Policy,
  type Quota,
} from './policy.ts';
export type { Ports } from './ports.ts';
export { type OnNotice, type OnProblem, printNotice, printProblem } from './problems.ts';
export { PORT_NAMES, type PortName, requirePorts } from './requirePorts.ts';
export { type ErrorCode, type ResponseId, Responses, type SuccessId } from './responses.ts';
export type { ResumedKind, ServiceObserver } from './serviceObserver.ts';
export type { Session } from './session.ts';
export type { AccessTokens } from './sessions/accessTokens.ts';
export type { Authenticated } from './sessions/authenticator.ts';
export type { ListedSession } from './sessions/listSessions.ts';
export type { LoggedIn } from './sessions/login.ts';
export { MAX_CLIENT } from './sessions/sessionOrigin.ts';
export type { KeptSessions, SessionDates, SessionStore } from './sessions/sessionStore.ts';
export type { UserSession } from './sessions/userSessions.ts';
export { grantDueOf, type Shared, sharesDueOf, waitingDueOf } from './shares/shareSteps.ts';
export * from './specifiedInputs.ts';
export {
  impossibleInAlgo,
  impossibleInDeletion,
  impossibleInFolders,
  impossibleInRemembered,
  impossibleInRow,
  impossibleInSession,
  impossibleInUser,
  isRaisable,
} from './storedValues.ts';
export {
  ContentMismatchError,
  DamagedError,
  type DamagedRecord,
  IdTakenError,
  intact,
  KeyTakenError,
  nullIfDamaged,
  type OnDamaged,
  StoreError,
  StoreRefusedError,
  unlessDamaged,
} from './storeErrors.ts';
export { ContentScrub, type ScrubOptions } from './upkeep/contentScrub.ts';
export type { DeletionEntry, DeletionLog } from './upkeep/deletionLog.ts';
export { type DiskRoom, NO_DISK_ROOM, type WriteKind } from './upkeep/diskRoom.ts';
export * from './upkeep/portableStore.ts';
export { ClockJumpError, ROUND_STEP_MS } from './upkeep/removalTime.ts';
export type { RoundLog } from './upkeep/roundLog.ts';
export type { ScrubPlace, ScrubProgress } from './upkeep/scrubProgress.ts';
export { SharedTry } from './upkeep/sharedTry.ts';
export * from './upkeep/storeCheck.ts';
export * from './upkeep/storeDriver.ts';
export { endableView, type HeldView, type NamedContent, type StoreView } from './upkeep/storeView.ts';
export {
  afterEmailChange,
  DUE_KINDS,
  type Due,
  type DueKind,
  type EmailChange,
  type FormerEmail,
  LOCALES,
  type Locale,
  MOST_FORMER_EMAILS,
  type OwnUser,
  type PendingEmail,
  type PublicUser,
  type User,
  type UserChanges,
  type UserVersions,
} from './user.ts';
export type { Account } from './users/account.ts';
export * from './users/userRepository.ts';
export {
  onlyOf,
  sortedDue,
  withChangedEmail,
  withChanges,
  withEmailTakenBack,
  withHash,
  withoutDue,
  withoutOldEmails,
  withVerified,
} from './users/userSteps.ts';
