import { impossibleInUser, type MailDue, type PortableRows, type User, type WithdrawalDue } from '@algotheque/domain';
import type { UserDocument } from '../documents/collections.ts';
import { type Fields, fieldsOf } from '../documents/fields.ts';
import { emailChangeDocument, emailChangeOf, NONE } from './emailDocuments.ts';

type StoredUser = PortableRows['user'];

export function userDocument({ id, confirmationDue, noticeDue, withdrawalDue, ...user }: StoredUser): UserDocument {
  return {
    _id: id,
    adresseMail: user.adresseMail,
    mdpHash: user.mdpHash,
    pseudo: user.pseudo,
    dateInscription: user.dateInscription,
    isVerified: user.isVerified,
    urlPfp: user.urlPfp,
    isDisabled: user.isDisabled,
    credentialsVersion: user.credentialsVersion,
    confirmationDue: confirmationDue && dueDocument(confirmationDue),
    noticeDue: noticeDue && dueDocument(noticeDue),
    withdrawalDue: withdrawalDue && { date: withdrawalDue.date },
    emailChange: emailChangeDocument(user.emailChange),
    addresses: [user.adresseMail, ...user.emailChange.former.map(({ adresseMail }) => adresseMail)],
    deleted: user.deleted,
  };
}

export function dueDocument({ date, locale }: MailDue): MailDue {
  return { date, locale };
}

/**
 * The user with the mark for deletion.
 * @throws DamagedError
 */
export function storedUser(document: UserDocument): StoredUser {
  const fields = fieldsOf('users', document);
  const user: StoredUser = {
    id: fields.integer('_id'),
    adresseMail: fields.text('adresseMail'),
    mdpHash: fields.text('mdpHash'),
    pseudo: fields.text('pseudo'),
    dateInscription: fields.number('dateInscription'),
    isVerified: fields.boolean('isVerified'),
    urlPfp: fields.nullable('urlPfp', (field) => fields.text(field)),
    isDisabled: fields.optional('isDisabled', (field) => fields.boolean(field)) ?? false,
    credentialsVersion: fields.integer('credentialsVersion'),
    confirmationDue: due(fields, 'confirmationDue'),
    noticeDue: fields.optional('noticeDue', (field) => due(fields, field)) ?? null,
    withdrawalDue: fields.optional('withdrawalDue', (field) => withdrawal(fields, field)) ?? null,
    emailChange: fields.optional('emailChange', (field) => emailChangeOf(fields.embedded(field))) ?? NONE,
    deleted: fields.boolean('deleted'),
  };
  return fields.possible(user, impossibleInUser);
}

function due(fields: Fields, field: string): MailDue | null {
  return fields.nullable(field, () => {
    const embedded = fields.embedded(field);
    return { date: embedded.number('date'), locale: embedded.oneOf('locale', ['en', 'fr']) };
  });
}

function withdrawal(fields: Fields, field: string): WithdrawalDue | null {
  return fields.nullable(field, () => ({ date: fields.embedded(field).number('date') }));
}

/**
 * The user, or null when absent or marked for deletion.
 * @throws DamagedError
 */
export function presentUser(document: UserDocument | null): User | null {
  if (document === null) return null;
  const { deleted, ...user } = storedUser(document);
  return deleted ? null : user;
}
