import type { EmailChange, FormerEmail, PendingEmail } from '@algotheque/domain';
import type { FormerEmailDocument, UserDocument } from '../documents/collections.ts';
import type { Fields } from '../documents/fields.ts';

/** Of a user whose address was never changed. */
export const NONE: EmailChange = { version: 0, pending: null, former: [] };

export function emailChangeDocument({
  version,
  pending,
  former,
}: EmailChange): NonNullable<UserDocument['emailChange']> {
  return { version, pending: pending && pendingDocument(pending), former: former.map(formerDocument) };
}

export const pendingDocument = ({ adresseMail, date }: PendingEmail): PendingEmail => ({ adresseMail, date });

function formerDocument({ adresseMail, isVerified, version, date, mailDue }: FormerEmail): FormerEmailDocument {
  return { adresseMail, isVerified, version, date, mailDue };
}

/** @throws DamagedError */
export function emailChangeOf(fields: Fields): EmailChange {
  return {
    version: fields.optional('version', (field) => fields.integer(field)) ?? NONE.version,
    pending:
      fields.optional('pending', (field) => fields.nullable(field, () => pendingOf(fields.embedded(field)))) ?? null,
    former: fields.optional('former', (field) => fields.list(field).map(formerOf)) ?? NONE.former,
  };
}

function pendingOf(fields: Fields): PendingEmail {
  return { adresseMail: fields.text('adresseMail'), date: fields.number('date') };
}

function formerOf(fields: Fields): FormerEmail {
  return {
    adresseMail: fields.text('adresseMail'),
    isVerified: fields.boolean('isVerified'),
    version: fields.integer('version'),
    date: fields.number('date'),
    mailDue: fields.nullable('mailDue', (field) => fields.oneOf(field, ['en', 'fr'])),
  };
}
