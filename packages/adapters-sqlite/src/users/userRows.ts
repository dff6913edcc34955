import type { SQLInputValue } from 'node:sqlite';
import {
  impossibleInUser,
  type Locale,
  type MailDue,
  type PendingEmail,
  type User,
  type WithdrawalDue,
} from '@algotheque/domain';
import { type Row, RowReader } from '../connection/rowReader.ts';
import { storableText } from '../connection/storableText.ts';
import { formerEmailsOf, formerEmailsText } from './formerEmails.ts';

/** The columns of a user; `deleted` marks a user as absent. */
export const USER_COLUMNS = [
  'id',
  'adresseMail',
  'mdpHash',
  'pseudo',
  'dateInscription',
  'isVerified',
  'urlPfp',
  'isDisabled',
  'credentialsVersion',
  'confirmationDate',
  'confirmationLocale',
  'noticeDate',
  'noticeLocale',
  'withdrawalDate',
  'emailVersion',
  'pendingEmail',
  'pendingDate',
  'formerEmails',
] as const;

const column = new RowReader('users', 'id');

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
    confirmationDue: mailDueOf(row, 'confirmation'),
    noticeDue: mailDueOf(row, 'notice'),
    withdrawalDue: withdrawalDueOf(row),
    emailChange: {
      version: column.integer(row, 'emailVersion'),
      pending: pendingOf(row),
      former: formerEmailsOf(column, row),
    },
  };
  return column.possible(row, user, impossibleColumn);
}

function impossibleColumn(user: User): string | null {
  const field = impossibleInUser(user);
  return field === null ? null : (COLUMN_OF[field] ?? field);
}

/** The columns of fields that have other names in the domain. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  'confirmationDue.date': 'confirmationDate',
  'noticeDue.date': 'noticeDate',
  'withdrawalDue.date': 'withdrawalDate',
  'emailChange.version': 'emailVersion',
  'emailChange.pending': 'pendingEmail',
  'emailChange.former': 'formerEmails',
};

export const isDeleted = (row: Row): boolean => column.flag(row, 'deleted');

function mailDueOf(row: Row, mail: 'confirmation' | 'notice'): MailDue | null {
  const date = column.integerOrNull(row, `${mail}Date`);
  return date === null ? null : { date, locale: localeOf(row, `${mail}Locale`) };
}

function withdrawalDueOf(row: Row): WithdrawalDue | null {
  const date = column.integerOrNull(row, 'withdrawalDate');
  return date === null ? null : { date };
}

function pendingOf(row: Row): PendingEmail | null {
  const adresseMail = column.textOrNull(row, 'pendingEmail');
  return adresseMail === null ? null : { adresseMail, date: column.integer(row, 'pendingDate') };
}

function localeOf(row: Row, name: string): Locale {
  const locale = row[name];
  return locale === 'en' || locale === 'fr' ? locale : column.refuse(row, name);
}

export const textOrNull = (text: string | null | undefined, name: string): string | null =>
  text === null || text === undefined ? null : storableText(text, name);

/** The values of a user without an id, by column. */
export function userValues(user: Omit<User, 'id'>, deleted: boolean) {
  return {
    adresseMail: storableText(user.adresseMail, 'adresseMail'),
    mdpHash: storableText(user.mdpHash, 'mdpHash'),
    pseudo: storableText(user.pseudo, 'pseudo'),
    dateInscription: user.dateInscription,
    isVerified: Number(user.isVerified),
    urlPfp: textOrNull(user.urlPfp, 'urlPfp'),
    isDisabled: Number(user.isDisabled),
    credentialsVersion: user.credentialsVersion,
    confirmationDate: user.confirmationDue?.date ?? null,
    confirmationLocale: user.confirmationDue?.locale ?? null,
    noticeDate: user.noticeDue?.date ?? null,
    noticeLocale: user.noticeDue?.locale ?? null,
    withdrawalDate: user.withdrawalDue?.date ?? null,
    emailVersion: user.emailChange.version,
    pendingEmail: textOrNull(user.emailChange.pending?.adresseMail, 'pendingEmail'),
    pendingDate: user.emailChange.pending?.date ?? null,
    formerEmails: formerEmailsText(user.emailChange.former),
    deleted: Number(deleted),
  } satisfies Record<string, SQLInputValue>;
}
