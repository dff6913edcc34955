import type { FormerEmail } from '@algotheque/domain';
import type { Row, RowReader } from '../connection/rowReader.ts';
import { storableText } from '../connection/storableText.ts';

/** The text of the column `formerEmails`. */
export function formerEmailsText(former: readonly FormerEmail[]): string {
  return JSON.stringify(
    former.map(({ adresseMail, isVerified, version, date, mailDue }) => ({
      adresseMail: storableText(adresseMail, 'formerEmails'),
      isVerified,
      version,
      date,
      mailDue,
    })),
  );
}

/** The list of the column `formerEmails`. @throws DamagedError */
export function formerEmailsOf(column: RowReader, row: Row): readonly FormerEmail[] {
  const text = column.text(row, 'formerEmails');
  if (text === '[]') return []; // most lists are empty, and need no parsing
  const former = parsed(column, row, text);
  if (!Array.isArray(former) || !former.every(isFormerEmail)) return column.refuse(row, 'formerEmails');
  return former.map(({ adresseMail, isVerified, version, date, mailDue }) => ({
    adresseMail,
    isVerified,
    version,
    date,
    mailDue,
  }));
}

function parsed(column: RowReader, row: Row, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    return column.refuse(row, 'formerEmails', { cause });
  }
}

function isFormerEmail(value: unknown): value is FormerEmail {
  if (typeof value !== 'object' || value === null) return false;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const { adresseMail, isVerified, version, date, mailDue } = fields;
  const isLocale = mailDue === null || mailDue === 'en' || mailDue === 'fr';
  const areNumbers = Number.isSafeInteger(version) && Number.isSafeInteger(date);
  return typeof adresseMail === 'string' && typeof isVerified === 'boolean' && areNumbers && isLocale;
}
