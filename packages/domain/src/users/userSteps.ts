import { type EmailCase, emailKey } from '../emails/emailKey.ts';
import type { Due, FormerEmail, User, UserChanges, UserVersions } from '../user.ts';
import { afterEmailChange, DUE_KINDS } from '../user.ts';
import type { ChangedEmail, OldEmails, TakenBack } from './userRepository.ts';

/*
 * What the changes of a user lead to. A store reads the user, computes the next one here, and writes it in one atomic step, or by a
 * compare-and-set of what it has read.
 */

/** The user after `UserRepository.update`; null when of another version or address. */
export function changedUser(user: User, credentialsVersion: number, changes: UserChanges): User | null {
  const { ifAdresseMail = user.adresseMail, pendingEmail, due = [], ...set } = changes;
  if (user.credentialsVersion !== credentialsVersion || user.adresseMail !== ifAdresseMail) return null;
  const raises = changes.mdpHash !== undefined || changes.isDisabled === true;
  const pending = raises ? (pendingEmail ?? null) : pendingEmail;
  const { emailChange } = user;
  const left = changes.isVerified === true ? unconfirmed(user.due) : user.due;
  return {
    ...user,
    ...set,
    credentialsVersion: credentialsVersion + (raises ? 1 : 0),
    due: withDue(left, due),
    ...(pending !== undefined && {
      emailChange: { ...emailChange, pending, version: emailChange.version + (pending === null ? 0 : 1) },
    }),
  };
}

export const withVerified = (user: User): User | null =>
  user.isVerified ? null : { ...user, isVerified: true, due: unconfirmed(user.due) };

export const withHash = (user: User, from: string, to: string): User | null =>
  user.mdpHash === from ? { ...user, mdpHash: to } : null;

/**
 * The user after `UserRepository.changeEmail`; null when of other versions, or no other address is pending.
 * A pending address that is one with a former one, as the store compares addresses, is that former address.
 */
export function withChangedEmail(
  user: User,
  versions: UserVersions,
  { date, locale, emailCase }: ChangedEmail & { readonly emailCase: EmailCase },
): User | null {
  const { pending, former } = user.emailChange;
  if (!hasVersions(user, versions) || pending === null || pending.adresseMail === user.adresseMail) return null;
  const version = afterEmailChange(user.emailChange.version);
  const { adresseMail, isVerified } = user;
  const wanted = emailKey(emailCase, pending.adresseMail);
  const own = former.find((one) => emailKey(emailCase, one.adresseMail) === wanted);
  const kept =
    own === undefined
      ? [...datedFrom(former, date), { adresseMail, isVerified, version, date }]
      : datedFrom(formerBefore(former, own.version), date);
  const changed = { adresseMail: pending.adresseMail, emailChange: { version, pending: null, former: kept } };
  const mail = { kind: own === undefined ? 'changed' : 'displaced', version, date, locale, adresseMail } as const;
  return {
    ...user,
    ...changed,
    isVerified: true,
    due: withDue(dueWith(kept, unconfirmed(user.due)), [mail]),
  };
}

/** The user after `UserRepository.takeBackEmail`; null when of other versions, or without this former address. */
export function withEmailTakenBack(user: User, versions: UserVersions, back: TakenBack): User | null {
  const { date, locale } = back;
  const former = user.emailChange.former.find((one) => one.version === back.version);
  if (!hasVersions(user, versions) || former === undefined) return null;
  const credentialsVersion = user.credentialsVersion + 1;
  const version = afterEmailChange(user.emailChange.version);
  const kept = datedFrom(formerBefore(user.emailChange.former, back.version), date);
  const own = { version: credentialsVersion, date, locale, adresseMail: null };
  const changed = { adresseMail: former.adresseMail, emailChange: { version, pending: null, former: kept } };
  return {
    ...user,
    ...changed,
    isVerified: former.isVerified,
    serviceRight: former.isVerified ? user.serviceRight : null,
    mdpHash: back.mdpHash,
    credentialsVersion,
    due: withDue(dueWith(kept, user.due), [
      { ...own, kind: 'notice' },
      ...(former.isVerified ? [] : [{ ...own, kind: 'withdrawal' as const }]),
      { ...own, kind: 'displaced', version, adresseMail: user.adresseMail },
    ]),
  };
}

/** The user after `UserRepository.dropOldEmails`; null when nothing is that old. */
export function withoutOldEmails(user: User, { pendingBefore, formerBefore }: OldEmails): User | null {
  const { version, pending, former } = user.emailChange;
  const kept = former.filter(({ date }) => date >= formerBefore);
  const isOld = pending !== null && pending.date < pendingBefore;
  if (!isOld && kept.length === former.length) return null;
  return {
    ...user,
    due: dueWith(kept, user.due),
    emailChange: { version, pending: isOld ? null : pending, former: kept },
  };
}

export function withoutDue(user: User, { kind, version }: Pick<Due, 'kind' | 'version'>): User | null {
  const due = user.due.filter((one) => one.kind !== kind || one.version !== version);
  return due.length === user.due.length ? null : { ...user, due };
}

/** Each added entry takes the place of one of its kind to the same address: only the last one still says what is true. */
function withDue(due: readonly Due[], added: readonly Due[]): readonly Due[] {
  if (added.length === 0) return due;
  const isReplaced = (one: Due): boolean =>
    added.some(({ kind, adresseMail }) => kind === one.kind && adresseMail === one.adresseMail);
  return sortedDue([...due.filter((one) => !isReplaced(one)), ...added]);
}

export const sortedDue = (due: readonly Due[]): readonly Due[] =>
  due.toSorted((one, other) => one.date - other.date || DUE_KINDS.indexOf(one.kind) - DUE_KINDS.indexOf(other.kind));

const unconfirmed = (due: readonly Due[]): readonly Due[] => due.filter(({ kind }) => kind !== 'confirmation');

const dueWith = (former: readonly FormerEmail[], due: readonly Due[]): readonly Due[] =>
  due.filter(({ kind, version }) => kind !== 'changed' || former.some((one) => one.version === version));

const formerBefore = (former: readonly FormerEmail[], version: number): readonly FormerEmail[] =>
  former.filter((one) => one.version < version);

/** Each change keeps the earlier addresses as long as the last one, so that no later owner outlives the first. */
const datedFrom = (former: readonly FormerEmail[], date: number): readonly FormerEmail[] =>
  former.map((one) => ({ ...one, date }));

const hasVersions = ({ credentialsVersion, emailChange }: User, versions: UserVersions): boolean =>
  credentialsVersion === versions.credentialsVersion && emailChange.version === versions.emailVersion;

/** What `UserRepository.findByMailbox` finds among the first two users with an address, confirmed ones first. */
export function onlyOf([first, second]: readonly User[]): User | null {
  if (first === undefined) return null;
  return second === undefined || first.isVerified !== second.isVerified ? first : null;
}
