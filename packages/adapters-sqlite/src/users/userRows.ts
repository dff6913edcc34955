import type { SQLInputValue } from 'node:sqlite';
import {
  type EmailCase,
  emailKey,
  impossibleInUser,
  LOCALES,
  nameKey,
  type PendingEmail,
  SERVICE_RIGHTS,
  type User,
} from '@algotheque/domain';
import { ColumnReader, type Row, storableText } from '../connection/rowReader.ts';
import { dueOf, dueText, formerEmailsOf, formerEmailsText } from './lists.ts';

const column = new ColumnReader('users', 'id');

export function userOf(row: Row): User {
  const user: User = {
    id: column.integer(row, 'id'),
    adresseMail: column.text(row, 'adresseMail'),
    mdpHash: column.text(row, 'mdpHash'),
    pseudo: column.text(row, 'pseudo'),
    dateInscription: column.integer(row, 'dateInscription'),
    isVerified: column.flag(row, 'isVerified'),
    urlPfp: column.textOrNull(row, 'urlPfp'),
    isDisabled: column.flag(row, 'isDisabled'),
    credentialsVersion: column.integer(row, 'credentialsVersion'),
    due: dueOf(column, row),
    emailChange: {
      version: column.integer(row, 'emailVersion'),
      pending: pendingOf(row),
      former: formerEmailsOf(column, row),
    },
    locale: oneOrNull(row, 'locale', LOCALES),
    shareMails: column.flag(row, 'shareMails'),
    serviceRight: oneOrNull(row, 'serviceRight', SERVICE_RIGHTS),
  };
  return column.possible(row, user, impossibleColumn);
}

function impossibleColumn(user: User): string | null {
  const field = impossibleInUser(user);
  return field === null ? null : (COLUMN_OF[field] ?? field);
}

const COLUMN_OF: Readonly<Record<string, string>> = {
  'emailChange.version': 'emailVersion',
  'emailChange.pending': 'pendingEmail',
  'emailChange.former': 'formerEmails',
};

export const isDeleted = (row: Row): boolean => column.flag(row, 'deleted');

/** A user of a list, whose mark is read too, so that a damaged one is reported. */
export function listedUser(row: Row): User {
  isDeleted(row);
  return userOf(row);
}

function pendingOf(row: Row): PendingEmail | null {
  const adresseMail = column.textOrNull(row, 'pendingEmail');
  return adresseMail === null ? null : { adresseMail, date: column.integer(row, 'pendingDate') };
}

function oneOrNull<One extends string>(row: Row, name: string, all: readonly One[]): One | null {
  const text = column.textOrNull(row, name);
  return text === null ? null : (all.find((known) => known === text) ?? column.refuse(row, name));
}

const textOrNull = (text: string | null | undefined, name: string): string | null =>
  text === null || text === undefined ? null : storableText(text, name);

/** The values of a user without an id, by column. @param emailCase how the store compares addresses */
export function userValues(user: Omit<User, 'id'>, deleted: boolean, emailCase: EmailCase) {
  return {
    adresseMail: storableText(user.adresseMail, 'adresseMail'),
    emailKey: emailKey(emailCase, user.adresseMail),
    addressKey: nameKey(user.adresseMail),
    pseudoKey: nameKey(user.pseudo),
    mdpHash: storableText(user.mdpHash, 'mdpHash'),
    pseudo: storableText(user.pseudo, 'pseudo'),
    dateInscription: user.dateInscription,
    isVerified: Number(user.isVerified),
    urlPfp: textOrNull(user.urlPfp, 'urlPfp'),
    isDisabled: Number(user.isDisabled),
    credentialsVersion: user.credentialsVersion,
    due: dueText(user.due),
    emailVersion: user.emailChange.version,
    pendingEmail: textOrNull(user.emailChange.pending?.adresseMail, 'pendingEmail'),
    pendingDate: user.emailChange.pending?.date ?? null,
    formerEmails: formerEmailsText(user.emailChange.former, emailCase),
    locale: user.locale,
    shareMails: Number(user.shareMails),
    serviceRight: user.serviceRight,
    deleted: Number(deleted),
  } satisfies Record<string, SQLInputValue>;
}
