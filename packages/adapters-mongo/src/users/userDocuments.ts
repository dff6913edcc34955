import {
  DUE_KINDS,
  type Due,
  type EmailCase,
  type EmailChange,
  emailKey,
  type FormerEmail,
  impossibleInUser,
  LOCALES,
  mailboxOf,
  nameKey,
  type PendingEmail,
  type PortableRows,
  SERVICE_RIGHTS,
  type User,
} from '@algotheque/domain';
import type { UserDocument } from '../documents/collections.ts';
import { type Fields, fieldsOf } from '../documents/fields.ts';

type StoredUser = PortableRows['user'];

export function userDocument({ id, ...user }: StoredUser, emailCase: EmailCase): UserDocument {
  return {
    _id: id,
    ...user,
    due: user.due.map(({ kind, version, date, locale, adresseMail }) => ({ kind, version, date, locale, adresseMail })),
    emailChange: emailChangeDocument(user.emailChange),
    ...keysOf(emailCase, user),
  };
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
    isDisabled: fields.boolean('isDisabled'),
    credentialsVersion: fields.integer('credentialsVersion'),
    due: fields.list('due').map(dueOf),
    emailChange: emailChangeOf(fields.embedded('emailChange')),
    locale: fields.nullable('locale', (field) => fields.oneOf(field, LOCALES)),
    shareMails: fields.boolean('shareMails'),
    serviceRight: fields.nullable('serviceRight', (field) => fields.oneOf(field, SERVICE_RIGHTS)),
    deleted: fields.boolean('deleted'),
  };
  return fields.possible(user, impossibleInUser);
}

const dueOf = (fields: Fields): Due => ({
  kind: fields.oneOf('kind', DUE_KINDS),
  version: fields.integer('version'),
  date: fields.number('date'),
  locale: fields.oneOf('locale', LOCALES),
  adresseMail: fields.nullable('adresseMail', (field) => fields.text(field)),
});

/**
 * The user, or null when absent or marked for deletion.
 * @throws DamagedError
 */
export function presentUser(document: UserDocument | null): User | null {
  if (document === null) return null;
  const { deleted, ...user } = storedUser(document);
  return deleted ? null : user;
}

const emailChangeDocument = ({ version, pending, former }: EmailChange): EmailChange => ({
  version,
  pending: pending && { adresseMail: pending.adresseMail, date: pending.date },
  former: former.map(({ adresseMail, isVerified, version, date }) => ({ adresseMail, isVerified, version, date })),
});

const emailChangeOf = (fields: Fields): EmailChange => ({
  version: fields.integer('version'),
  pending: fields.nullable('pending', (field) => pendingOf(fields.embedded(field))),
  former: fields.list('former').map(formerOf),
});

const pendingOf = (fields: Fields): PendingEmail => ({
  adresseMail: fields.text('adresseMail'),
  date: fields.number('date'),
});

const formerOf = (fields: Fields): FormerEmail => ({
  adresseMail: fields.text('adresseMail'),
  isVerified: fields.boolean('isVerified'),
  version: fields.integer('version'),
  date: fields.number('date'),
});

const addressesOf = ({ adresseMail, emailChange }: Pick<User, 'adresseMail' | 'emailChange'>): string[] => [
  adresseMail,
  ...emailChange.former.map((one) => one.adresseMail),
];

/** What a user is found by. `addresses` is what the unique index holds: the keys of these addresses, each once. */
export const keysOf = (emailCase: EmailCase, user: Pick<User, 'adresseMail' | 'emailChange' | 'pseudo'>) => ({
  addresses: [...new Set(addressesOf(user).map((address) => emailKey(emailCase, address)))],
  mailbox: mailboxOf(user.adresseMail),
  addressKey: nameKey(user.adresseMail),
  pseudoKey: nameKey(user.pseudo),
});
