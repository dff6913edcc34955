import type {
  AlgoPlace,
  AlgoRow,
  Algorithm,
  DeletedAlgo,
  FormerAlgo,
  Grant,
  StoredGrant,
  WaitingShare,
} from './algorithm.ts';
import { MAX_DATE_MS } from './clock.ts';
import { type FolderTree, parentsOf, unsoundFolder } from './folders/folderTree.ts';
import { MAX_NOM, MAX_PSEUDO, MIN_NAME } from './nameInput.ts';
import type { RememberedKey } from './rateLimiter.ts';
import { MAX_CLIENT } from './sessions/newSession.ts';
import type { Session } from './sessions/sessionStore.ts';
import { isPrintable, isTextOf, MAX_EMAIL, MAX_URL } from './textInput.ts';
import type { DeletionEntry } from './upkeep/deletionLog.ts';
import { type Due, type EmailChange, type FormerEmail, MOST_FORMER_EMAILS, type User } from './user.ts';

/*
 * Each function returns the first field, with its path, whose value no version of this program can have written, or null; none throws.
 * Adapters call them for every record that they read, after they have checked the types, so they compare and do not parse. A bound
 * is that of the input, and only one that no setting changes: a lower one would find damage in what was accepted.
 */

/** An IPv6 /48 has at most 19 characters. */
const MAX_AREA = 19;

/** An id, a count that starts at 1, or the bytes of a content. */
const isPositive = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;

/** Whether a version can be raised by one and stays exact. */
export const isRaisable = (value: number): boolean => isPositive(value) && value < Number.MAX_SAFE_INTEGER;

const isCount = (value: number): boolean => value >= 0 && value < Number.MAX_SAFE_INTEGER - 1;

/** Not negative, and a Date can hold it. Some stores keep fractions. */
const isDate = (value: number): boolean => value >= 0 && value <= MAX_DATE_MS;

const isName = (text: string, max: number): boolean => isTextOf(text, MIN_NAME, max) && isPrintable(text);

const isAddress = (text: string): boolean => isTextOf(text, 1, MAX_EMAIL) && text.includes('@') && isPrintable(text);

const isPicture = (text: string): boolean =>
  isTextOf(text, 1, MAX_URL) && /^https?:\/\/[^\s\\]+$/i.test(text) && isPrintable(text);

/** Most lists are empty. */
const areDistinct = <Item>(list: readonly Item[], keyOf: (item: Item) => unknown): boolean =>
  list.length === 0 || new Set(list.map(keyOf)).size === list.length;

/** In the order of their dates. */
const areDue = (due: readonly Due[]): boolean =>
  due.every(
    ({ version, date, adresseMail }, at) =>
      isCount(version) &&
      isDate(date) &&
      date >= (due[at - 1]?.date ?? 0) &&
      (adresseMail === null || isAddress(adresseMail)),
  ) && areDistinct(due, ({ kind, version }) => `${kind} ${version}`);

const isOrigin = (text: string | null, max: number): boolean =>
  text === null || (isTextOf(text, 1, max) && isPrintable(text));

export function impossibleInUser(user: User): string | null {
  if (!isPositive(user.id)) return 'id';
  if (!isAddress(user.adresseMail)) return 'adresseMail';
  if (!isName(user.pseudo, MAX_PSEUDO)) return 'pseudo';
  if (!isDate(user.dateInscription)) return 'dateInscription';
  if (user.urlPfp !== null && !isPicture(user.urlPfp)) return 'urlPfp';
  if (!isRaisable(user.credentialsVersion)) return 'credentialsVersion';
  if (!areDue(user.due)) return 'due';
  return impossibleInEmailChange(user.emailChange, user.adresseMail);
}

function impossibleInEmailChange({ version, pending, former }: EmailChange, present: string): string | null {
  if (!isCount(version)) return 'emailChange.version';
  if (pending !== null && !(isAddress(pending.adresseMail) && isDate(pending.date))) return 'emailChange.pending';
  return areFormer(former, { version, present }) ? null : 'emailChange.former';
}

const areFormer = (
  former: readonly FormerEmail[],
  { version, present }: { readonly version: number; readonly present: string },
): boolean =>
  former.length <= MOST_FORMER_EMAILS &&
  former.every(
    (one, at) =>
      isAddress(one.adresseMail) &&
      isDate(one.date) &&
      one.version > (former[at - 1]?.version ?? 0) &&
      one.version <= version &&
      one.adresseMail !== present,
  ) &&
  areDistinct(former, ({ adresseMail }) => adresseMail);

export function impossibleInSession(session: Session): string | null {
  if (!isPositive(session.userId)) return 'userId';
  if (!isPositive(session.credentialsVersion)) return 'credentialsVersion';
  if (!isDate(session.dateCreation)) return 'dateCreation';
  if (!isDate(session.dateUtilisation)) return 'dateUtilisation';
  if (!isDate(session.dateExpiration)) return 'dateExpiration';
  if (!isOrigin(session.client, MAX_CLIENT)) return 'client';
  return isOrigin(session.address, MAX_AREA) ? null : 'address';
}

export function impossibleInAlgo(algo: Algorithm): string | null {
  const impossible = impossibleInRow(algo) ?? impossibleInSource(algo);
  if (impossible !== null) return impossible;
  if (!areDated(algo.permsAlgorithme)) return 'permsAlgorithme';
  if (!areWaiting(algo.waiting)) return 'waiting';
  return arePlaces(algo.places) ? null : 'places';
}

function impossibleInSource(
  algo: Pick<Algorithm, 'ref' | 'contentBytes' | 'modifiedBy' | 'dateSource'>,
): string | null {
  if (algo.ref === '') return 'ref'; // its form is the content store's
  if (!isPositive(algo.contentBytes)) return 'contentBytes';
  if (!isPositive(algo.modifiedBy)) return 'modifiedBy';
  return isDate(algo.dateSource) ? null : 'dateSource';
}

const areDated = (grants: readonly StoredGrant[]): boolean => grants.every(({ date }) => isDate(date));

const areWaiting = (waiting: readonly WaitingShare[]): boolean =>
  waiting.every(
    ({ adresseMail, date, dateExpiration }) => isAddress(adresseMail) && isDate(date) && isDate(dateExpiration),
  ) && areDistinct(waiting, ({ adresseMail }) => adresseMail);

const arePlaces = (places: readonly AlgoPlace[]): boolean =>
  places.every(({ idUtilisateur, dossierId }) => isPositive(idUtilisateur) && isPositive(dossierId)) &&
  areDistinct(places, ({ idUtilisateur }) => idUtilisateur);

export function impossibleInRow(view: Omit<AlgoRow, 'droits'>): string | null {
  if (!isPositive(view.id)) return 'id';
  if (!isName(view.nom, MAX_NOM)) return 'nom';
  if (!isDate(view.dateCreation)) return 'dateCreation';
  if (!isDate(view.dateModification)) return 'dateModification';
  if (!isPositive(view.ownerId)) return 'ownerId';
  if (!areGrants(view.permsAlgorithme ?? [], view.ownerId)) return 'permsAlgorithme';
  return isRaisable(view.version) ? null : 'version';
}

const areGrants = (grants: readonly Grant[], ownerId: number): boolean =>
  grants.every(({ idUtilisateur }) => isPositive(idUtilisateur) && idUtilisateur !== ownerId) &&
  areDistinct(grants, ({ idUtilisateur }) => idUtilisateur);

export function impossibleInFolders({ ownerId, version, lastId, folders }: FolderTree): string | null {
  if (!isPositive(ownerId)) return 'ownerId';
  if (!isRaisable(version)) return 'version';
  if (!isCount(lastId)) return 'lastId';
  return areFolders(folders, lastId) ? null : 'folders';
}

function areFolders(folders: FolderTree['folders'], lastId: number): boolean {
  if (folders.length === 0) return true;
  const parents = parentsOf(folders);
  const sound = new Set<number>();
  let before = 0;
  for (const { id } of folders) {
    if (!(id > before && id <= lastId) || unsoundFolder(parents, id, sound) !== null) return false;
    before = id;
  }
  return true;
}

export function impossibleInDeletion({ userId, date }: DeletionEntry): string | null {
  if (!isPositive(userId)) return 'userId';
  return isDate(date) ? null : 'date';
}

const SHA256 = /^[0-9a-f]{64}$/;

export function impossibleInRemembered({ key, until }: RememberedKey): string | null {
  if (!SHA256.test(key)) return 'key';
  return isCount(until) ? null : 'until';
}

export function impossibleInFormer(former: FormerAlgo): string | null {
  return isDate(former.dateExpiration) ? (impossibleInRow(former) ?? impossibleInSource(former)) : 'dateExpiration';
}

export function impossibleInBin(algo: DeletedAlgo): string | null {
  return isDate(algo.dateSuppression) ? impossibleInAlgo(algo) : 'dateSuppression';
}
