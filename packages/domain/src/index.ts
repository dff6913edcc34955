export type { AdministrationPorts, ServiceOptions } from './accountsContext.ts';
export { addressGroup, TurnsByAddress } from './address.ts';
export * as ADMINISTRATION from './administrationOperations.ts';
export {
  type AlgoChanges,
  type AlgoPlace,
  type AlgoRow,
  AlgoRowOutput,
  type Algorithm,
  type AlgoView,
  algoRow,
  algoView,
  type BinKey,
  type DeletedAlgo,
  type FormerAlgo,
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
export { requireRightOnAlgo, rightOn } from './algos/algoAccess.ts';
export { type LeftOut, type Listed, listedBytes, pageOf, readListed, viewBytes } from './algos/algoPage.ts';
export * from './algos/algoRepository.ts';
export * from './algos/algoSearch.ts';
export { ownedBytes, SHARE_BYTES, shareBytes } from './algos/quotaGuard.ts';
export type { AlgoList, ReadAlgo } from './algos/readAlgos.ts';
export type { AlgoSearchResult } from './algos/searchAlgos.ts';
export { compared, positionIn } from './algos/searchPage.ts';
export { INDEX_PATH } from './archives/archiveIndex.ts';
export { UNREAD_FILES } from './archives/archiveNames.ts';
export type { ExportEntry } from './archives/exportEntries.ts';
export type { ExportEntries } from './archives/exportUser.ts';
export { type ImportFile, UnreadableFileError } from './archives/importFile.ts';
export type { Imported } from './archives/importReport.ts';
export {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditEvent,
  type AuditLog,
  type LimitName,
  NO_AUDIT,
} from './audit.ts';
export { SERVICE_BOUNDS, type ServiceBounds } from './bounds.ts';
export * from './caller.ts';
export * from './clock.ts';
export { type ContentStore, type ListedContent, PENDING_AGE_MS, type RecordPlace } from './content/contentStore.ts';
export * from './content/defaultValidator.ts';
export { type AlgoValidator, type SourceIssue, SourceText, type ValidationResult } from './content/sourceText.ts';
export { type ContentFinding, type ContentProblem, contentProblem, verifyContent } from './content/verifyContent.ts';
export * from './createService.ts';
export { type DueQuery, type DueWork, isDueBy } from './emails/dueWork.ts';
export * from './emails/emailKey.ts';
export * from './emails/mailer.ts';
export type { EmailOfToken } from './emails/mailOperations.ts';
export * from './emails/mailQueue.ts';
export type { MailChange, QueuedMail } from './emails/queuedMails.ts';
export * from './eventStore.ts';
export type { Folder, FolderRepository, FolderTree, FolderTreeState } from './folders/folderTree.ts';
export { noFolders } from './folders/folderTree.ts';
export * from './history/algoBin.ts';
export * from './history/algoHistory.ts';
export type { ExpectedVersion } from './input.ts';
export type { ListedEvent } from './listEvents.ts';
export { MAX_NOM, MAX_PSEUDO } from './nameInput.ts';
export { behindKeys, compareTexts, nameKey, wordsOf } from './nameWords.ts';
export { failuresOf, type Method, type Operation } from './operation.ts';
export * as OPERATIONS from './operations.ts';
export * from './options.ts';
export * from './parseJson.ts';
export { DEFAULT_LIMITS, DEFAULT_POLICY, type Limits, NETWORK_TIMES, type Policy, type Quota } from './policy.ts';
export * from './ports.ts';
export type { OnNotice, OnProblem, ResumedKind, ServiceObserver } from './problems.ts';
export { isError, printNotice, printProblem } from './problems.ts';
export * from './rateLimiter.ts';
export * from './responses.ts';
export type { Authenticated } from './sessions/authenticator.ts';
export type { LoggedIn } from './sessions/login.ts';
export { MAX_CLIENT } from './sessions/newSession.ts';
export type { ListedSession } from './sessions/ownSessions.ts';
export * from './sessions/sessionStore.ts';
export type { UserSession } from './sessions/userSessions.ts';
export { grantDueOf, type Shared, sharesDueOf, waitingDueOf } from './shares/shareSteps.ts';
export * from './specifiedInputs.ts';
export * from './storedValues.ts';
export * from './storeErrors.ts';
export { MAX_EMAIL, MAX_URL } from './textInput.ts';
export * from './upkeep/contentScrub.ts';
export * from './upkeep/deletionLog.ts';
export * from './upkeep/diskRoom.ts';
export * from './upkeep/portableStore.ts';
export { ClockJumpError, ROUND_STEP_MS } from './upkeep/removalTime.ts';
export type { ScrubPlace, ScrubProgress } from './upkeep/scrubProgress.ts';
export type { ServerState, StoreName } from './upkeep/serverState.ts';
export * from './upkeep/storeCheck.ts';
export * from './upkeep/storeDriver.ts';
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
  SERVICE_RIGHTS,
  type ServiceRight,
  type User,
  type UserChanges,
} from './user.ts';
export type { Account } from './users/account.ts';
export * from './users/passwordHasher.ts';
export * from './users/userRepository.ts';
export * from './users/userSteps.ts';
export { violation } from './violation.ts';
