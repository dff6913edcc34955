import { type EmailCase, emailKey } from '../emails/emailKey.ts';
import type { Due, FormerEmail, Locale, User, UserChanges } from '../user.ts';
import { afterEmailChange, DUE_KINDS } from '../user.ts';
import type { OldEmails } from './userRepository.ts';

/* The steps of one user, for `UserRepository.change`. They are pure, and null where a step does not apply to the user. */

/** What a change of the e-mail address sets, beside the address that is pending. */
interface ChangedEmail {
  /** When it is changed, milliseconds since the Unix epoch. */
  readonly date: number;
  /** Of the mail about the change, which becomes due. */
  readonly locale: Locale;
}

/** Which address is taken back, and the hash that takes the place of the user's. */
interface TakenBack extends ChangedEmail {
  /** `FormerEmail.version` */
  readonly version: number;
  readonly mdpHash: string;
}

/** The user with the changes; null when of another version. */
export const changedUser = (user: User, credentialsVersion: number, changes: UserChanges): User | null =>
  user.credentialsVersion === credentialsVersion ? withChanges(user, changes) : null;

/** The user with the changes, of whatever version. */
export function withChanges(user: User, changes: UserChanges): User {
  const { pendingEmail, due = [], ...set } = changes;
  const raises = changes.mdpHash !== undefined || changes.isDisabled === true;
  const pending = raises ? (pendingEmail ?? null) : pendingEmail;
  const { emailChange } = user;
  const left = changes.isVerified === true ? unconfirmed(user.due) : user.due;
  return {
    ...user,
    ...set,
    credentialsVersion: user.credentialsVersion + (raises ? 1 : 0),
    due: withDue(left, due),
    ...(pending !== undefined && {
      emailChange: { ...emailChange, pending, version: emailChange.version + (pending === null ? 0 : 1) },
    }),
  };
}

/** The confirmation mail is not due any more. Null when confirmed already. */
export const withVerified = (user: User): User | null =>
  user.isVerified ? null : { ...user, isVerified: true, due: unconfirmed(user.due) };

/** The same password with another hash; null when the hash is not `from` any more. */
export const withHash = (user: User, from: string, to: string): User | null =>
  user.mdpHash === from ? { ...user, mdpHash: to } : null;

/**
 * Makes the pending address the user's: confirmed, nothing is pending, no confirmation mail is due. The address until then becomes the last
 * former one, and a mail to it is due (`changed`). All former addresses that stay get the date of the change, so that an earlier one is
 * reserved as long as a later one. A pending address that is one with a former one, as addresses are compared, is as if it was taken back:
 * those before it stay, and the address until then is free, so that a person who has that one cannot take the account back; a mail to it is
 * due (`displaced`). Null when no other address is pending.
 */
export function withChangedEmail(
  user: User,
  { date, locale, emailCase }: ChangedEmail & { readonly emailCase: EmailCase },
): User | null {
  const { pending, former } = user.emailChange;
  if (pending === null || pending.adresseMail === user.adresseMail) return null;
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

/**
 * Gives a former address back, confirmed if it was confirmed, replaces the hash, and makes the mails about it due: `notice`, and
 * `displaced` to the address until then. If it was not confirmed, somebody else may have made the account: the withdrawal of rights is due,
 * and the right over the service goes. `credentialsVersion` is raised, nothing is pending, and of the former addresses those before this
 * one stay, with the date of the take-back, so that their owners have time. Null without this former address.
 */
export function withEmailTakenBack(user: User, back: TakenBack): User | null {
  const { date, locale } = back;
  const former = user.emailChange.former.find((one) => one.version === back.version);
  if (former === undefined) return null;
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

/** For `UserRepository.dropOldEmails`. Null when nothing is that old. */
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

/** What `UserRepository.findByMailbox` finds among the first two users with an address, confirmed ones first. */
export function onlyOf([first, second]: readonly User[]): User | null {
  if (first === undefined) return null;
  return second === undefined || first.isVerified !== second.isVerified ? first : null;
}
