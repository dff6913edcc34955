import {
  GRANTED_RIGHTS,
  grantDueOf,
  LOCALES,
  mailboxOf,
  SHARE_BYTES,
  type StoredGrant,
  type WaitingShare,
  waitingDueOf,
} from '@algotheque/domain';
import type { Document } from 'mongodb';
import type { GrantDocument, WaitingDocument } from '../documents/algos.ts';
import type { Fields } from '../documents/fields.ts';

export const grantDocuments = (grants: readonly StoredGrant[]): GrantDocument[] =>
  grants.map((grant) => {
    const { idUtilisateur, droits, date } = grant;
    const due = grantDueOf(grant);
    return { idUtilisateur, droits, date, ...(due !== null && { due }) };
  });

export const waitingDocuments = (waiting: readonly WaitingShare[]): WaitingDocument[] =>
  waiting.map((share) => {
    const { adresseMail, droits, date, dateExpiration, locale, isMailDue } = share;
    const derived = { mailbox: mailboxOf(adresseMail), due: waitingDueOf(share) };
    return { adresseMail, ...derived, droits, date, dateExpiration, locale, isMailDue };
  });

/**
 * What lists of shares count for the quota (`shareBytes` of the domain), computed by MongoDB. One that somebody has edited to be no list
 * counts nothing.
 */
export function bytesOfShares(...lists: readonly string[]): Document {
  const sizes = lists.map((list) => ({ $cond: [{ $isArray: `$${list}` }, { $size: `$${list}` }, 0] }));
  return { $multiply: [SHARE_BYTES, { $add: sizes }] };
}

/** The stage of an update after a stage that sets such a list. */
export const COUNT_SHARES: Document = { $set: { shareBytes: bytesOfShares('permsAlgorithme', 'waiting') } };

export function storedGrant(fields: Fields): StoredGrant {
  const due = fields.optional('due', (field) => fields.number(field));
  return {
    idUtilisateur: fields.integer('idUtilisateur'),
    droits: fields.oneOf('droits', GRANTED_RIGHTS),
    date: fields.number('date'),
    ...(due !== undefined && { isMailDue: true as const }),
  };
}

export const storedWaiting = (fields: Fields): WaitingShare => ({
  adresseMail: fields.text('adresseMail'),
  droits: fields.oneOf('droits', GRANTED_RIGHTS),
  date: fields.number('date'),
  dateExpiration: fields.number('dateExpiration'),
  locale: fields.oneOf('locale', LOCALES),
  isMailDue: fields.boolean('isMailDue'),
});
