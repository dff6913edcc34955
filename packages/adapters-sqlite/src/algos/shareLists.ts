import { type GrantedRight, LOCALES, mailboxOf, type StoredGrant, type WaitingShare } from '@algotheque/domain';
import {
  ColumnReader,
  isBoolean,
  isInteger,
  isOneOf,
  isString,
  objectOf,
  type Row,
  storableText,
} from '../connection/rowReader.ts';

const column = new ColumnReader('algos', 'id');

export function grantsText(grants: readonly StoredGrant[]): string {
  return JSON.stringify(grants.map(grantOf));
}

/** The text of the column `waiting`: each share with the mailbox that it waits for. */
export function waitingText(waiting: readonly WaitingShare[]): string {
  return JSON.stringify(
    waiting.map(({ adresseMail, droits, date, dateExpiration, locale, isMailDue }) => ({
      adresseMail: storableText(adresseMail, 'waiting'),
      mailbox: mailboxOf(adresseMail),
      droits,
      date,
      dateExpiration,
      locale,
      isMailDue,
    })),
  );
}

export const grantsOf = (row: Row, reader = column): readonly StoredGrant[] => {
  const grants = reader.list(row, 'permsAlgorithme', isGrant);
  return grants.length === 0 ? grants : grants.map(grantOf);
};

const grantOf = ({ idUtilisateur, droits, date, isMailDue }: StoredGrant): StoredGrant => {
  return isMailDue === undefined ? { idUtilisateur, droits, date } : { idUtilisateur, droits, date, isMailDue };
};

export const waitingSharesOf = (row: Row): readonly WaitingShare[] =>
  column.list(row, 'waiting', isWaiting).map(({ mailbox: _derived, ...share }) => share);

export function isGrant(value: unknown): value is StoredGrant {
  const { idUtilisateur, droits, date, isMailDue }: Readonly<Record<string, unknown>> = { ...Object(value) };
  const isNoted = isMailDue === undefined || isMailDue === true;
  return isInteger(idUtilisateur) && isGivenRight(droits) && isInteger(date) && isNoted;
}

const isWaiting = objectOf<WaitingShare & { readonly mailbox: string }>({
  adresseMail: isString,
  mailbox: isString,
  droits: (value) => isGivenRight(value),
  date: isInteger,
  dateExpiration: isInteger,
  locale: isOneOf(LOCALES),
  isMailDue: isBoolean,
});

export const isGivenRight = (value: unknown): value is GrantedRight => value === 'Read' || value === 'ReadWrite';
