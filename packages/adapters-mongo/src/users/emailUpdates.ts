import type { ChangedEmail, OldEmails, TakenBack, UserVersions } from '@algotheque/domain';
import type { Document, Filter } from 'mongodb';
import type { UserDocument } from '../documents/collections.ts';

/** An update in steps, which sees the fields of the document. */
interface Update {
  readonly query: Filter<UserDocument>;
  readonly steps: Document[];
}

const FORMER = { $ifNull: ['$emailChange.former', []] };
/** `afterEmailChange` */
const RAISED = {
  $add: [{ $subtract: ['$emailChange.version', { $mod: ['$emailChange.version', 1_000] }] }, 1_000],
};

/** What the unique index holds: the address of the user, and those of before. */
const ADDRESSES = {
  $concatArrays: [['$adresseMail'], { $map: { input: '$emailChange.former', as: 'one', in: '$$one.adresseMail' } }],
};

/** These former addresses, reserved from `date` on. */
const kept = (former: unknown, date: number) => ({
  $map: {
    input: former,
    as: 'kept',
    in: {
      adresseMail: '$$kept.adresseMail',
      isVerified: '$$kept.isVerified',
      version: '$$kept.version',
      date: { $literal: date },
      mailDue: '$$kept.mailDue',
    },
  },
});

const formerWhere = (condition: Document) => ({ $filter: { input: FORMER, as: 'one', cond: condition } });

const ofVersions = (id: number, { credentialsVersion, emailVersion }: UserVersions): Filter<UserDocument> => ({
  _id: id,
  credentialsVersion,
  'emailChange.version': emailVersion,
  deleted: false,
});

/** `UserRepository.changeEmail` */
export function changedEmail(id: number, versions: UserVersions, { date, locale }: ChangedEmail): Update {
  const before = {
    adresseMail: '$adresseMail',
    isVerified: '$isVerified',
    version: RAISED,
    date: { $literal: date },
    mailDue: { $literal: locale },
  };
  const own = { $arrayElemAt: [formerWhere({ $eq: ['$$one.adresseMail', '$emailChange.pending.adresseMail'] }), 0] };
  const isNew = { $eq: [{ $ifNull: ['$$own.version', null] }, null] };
  const beforeOwn = formerWhere({ $lt: ['$$one.version', '$$own.version'] });
  const former = { $cond: [isNew, { $concatArrays: [kept(FORMER, date), [before]] }, kept(beforeOwn, date)] };
  const set = {
    adresseMail: '$emailChange.pending.adresseMail',
    isVerified: true,
    confirmationDue: null,
    emailChange: { version: RAISED, pending: null, former: { $let: { vars: { own }, in: former } } },
  };
  const isOther = { $expr: { $ne: ['$emailChange.pending.adresseMail', '$adresseMail'] } };
  const query = { ...ofVersions(id, versions), 'emailChange.pending': { $ne: null }, ...isOther };
  return { query, steps: [{ $set: set }, { $set: { addresses: ADDRESSES } }] };
}

/** `UserRepository.takeBackEmail` */
export function emailTakenBack(id: number, versions: UserVersions, { version, mdpHash, noticeDue }: TakenBack): Update {
  const back = { $arrayElemAt: [formerWhere({ $eq: ['$$one.version', version] }), 0] };
  const field = (name: string) => ({ $let: { vars: { back }, in: `$$back.${name}` } });
  const set = {
    adresseMail: field('adresseMail'),
    isVerified: field('isVerified'),
    mdpHash: { $literal: mdpHash },
    noticeDue: { $literal: noticeDue },
    withdrawalDue: { $cond: [field('isVerified'), '$withdrawalDue', { $literal: { date: noticeDue.date } }] },
    credentialsVersion: { $add: ['$credentialsVersion', 1] },
    emailChange: {
      version: RAISED,
      pending: null,
      former: kept(formerWhere({ $lt: ['$$one.version', version] }), noticeDue.date),
    },
  };
  const query = { ...ofVersions(id, versions), 'emailChange.former': { $elemMatch: { version } } };
  return { query, steps: [{ $set: set }, { $set: { addresses: ADDRESSES } }] };
}

/** The part of `UserRepository.dropOldEmails` about former addresses. */
export function withoutOld({ formerBefore }: OldEmails): Update {
  const kept = formerWhere({ $gte: ['$$one.date', formerBefore] });
  return {
    query: { 'emailChange.former': { $elemMatch: { date: { $lt: formerBefore } } }, deleted: false },
    steps: [{ $set: { 'emailChange.former': kept } }, { $set: { addresses: ADDRESSES } }],
  };
}
