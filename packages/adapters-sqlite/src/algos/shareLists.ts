import { type GrantedRight, LOCALES, mailboxOf, type StoredGrant, type WaitingShare } from '@algotheque/domain';
import { type Row, RowReader, storableText } from '../connection/rowReader.ts';

const column = new RowReader('algos', 'id');

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

export const waitingOf = (row: Row): readonly WaitingShare[] =>
  column.list(row, 'waiting', isWaiting).map(({ mailbox: _derived, ...share }) => share);

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => ({ ...Object(value) });

export function isGrant(value: unknown): value is StoredGrant {
  if (typeof value !== 'object' || value === null || !('idUtilisateur' in value) || !('droits' in value)) return false;
  const { idUtilisateur, droits } = value;
  return Number.isSafeInteger(idUtilisateur) && isGivenRight(droits) && isDated({ ...value });
}

const isDated = ({ date, isMailDue }: Fields): boolean =>
  Number.isSafeInteger(date) && (isMailDue === undefined || isMailDue === true);

function isWaiting(value: unknown): value is WaitingShare & { readonly mailbox: string } {
  const fields = fieldsOf(value);
  const { adresseMail, mailbox, droits, date, dateExpiration, locale, isMailDue } = fields;
  return (
    Object.keys(fields).length === 7 &&
    typeof adresseMail === 'string' &&
    typeof mailbox === 'string' &&
    isGivenRight(droits) &&
    Number.isSafeInteger(date) &&
    Number.isSafeInteger(dateExpiration) &&
    LOCALES.some((known) => known === locale) &&
    typeof isMailDue === 'boolean'
  );
}

export const isGivenRight = (value: unknown): value is GrantedRight => value === 'Read' || value === 'ReadWrite';
