import { type EmailCase, emailKey } from '../emailKey.ts';
import { afterEmailChange, type FormerEmail, type User } from '../user.ts';
import type { ChangedEmail, TakenBack } from './userRepository.ts';

/**
 * The user after `UserRepository.changeEmail`; null when no other address is pending. For stores that compute it beside their data.
 * A pending address that is one with a former one, as the store compares addresses, is that former address.
 */
export function withChangedEmail(user: User, { date, locale }: ChangedEmail, emailCase: EmailCase): User | null {
  const { pending, former } = user.emailChange;
  if (pending === null || pending.adresseMail === user.adresseMail) return null;
  const version = afterEmailChange(user.emailChange.version);
  const { adresseMail, isVerified } = user;
  const before = { adresseMail, isVerified, version, date, mailDue: locale };
  const wanted = emailKey(emailCase, pending.adresseMail);
  const own = former.find((one) => emailKey(emailCase, one.adresseMail) === wanted);
  return {
    ...user,
    adresseMail: pending.adresseMail,
    isVerified: true,
    confirmationDue: null,
    emailChange: {
      version,
      pending: null,
      former: own === undefined ? [...kept(former, date), before] : kept(formerBefore(former, own.version), date),
    },
  };
}

/** The user after `UserRepository.takeBackEmail`; null without this former address. */
export function withEmailTakenBack(user: User, { version, mdpHash, noticeDue }: TakenBack): User | null {
  const { former } = user.emailChange;
  const back = former.find((one) => one.version === version);
  if (back === undefined) return null;
  const { isVerified } = back;
  return {
    ...user,
    adresseMail: back.adresseMail,
    isVerified,
    mdpHash,
    noticeDue,
    withdrawalDue: isVerified ? user.withdrawalDue : { date: noticeDue.date },
    credentialsVersion: user.credentialsVersion + 1,
    emailChange: {
      version: afterEmailChange(user.emailChange.version),
      pending: null,
      former: kept(formerBefore(former, version), noticeDue.date),
    },
  };
}

const formerBefore = (former: readonly FormerEmail[], version: number): readonly FormerEmail[] =>
  former.filter((one) => one.version < version);

/** Each change keeps the earlier addresses as long as the last one, so that no later owner outlives the first. */
const kept = (former: readonly FormerEmail[], date: number): readonly FormerEmail[] =>
  former.map((one) => ({ ...one, date }));

/** Whether the user has these versions. */
export const hasVersions = (
  { credentialsVersion, emailChange }: User,
  versions: { readonly credentialsVersion: number; readonly emailVersion: number },
): boolean => credentialsVersion === versions.credentialsVersion && emailChange.version === versions.emailVersion;
