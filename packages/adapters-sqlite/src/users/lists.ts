import { DUE_KINDS, type Due, type EmailCase, emailKey, type FormerEmail } from '@algotheque/domain';
import { type Row, type RowReader, storableText } from '../connection/rowReader.ts';

/** The text of the column `formerEmails`: each address with its key. */
export const formerEmailsText = (former: readonly FormerEmail[], emailCase: EmailCase): string =>
  JSON.stringify(
    former.map(({ adresseMail, isVerified, version, date }) => ({
      adresseMail: storableText(adresseMail, 'formerEmails'),
      emailKey: emailKey(emailCase, adresseMail),
      isVerified,
      version,
      date,
    })),
  );

export const dueText = (due: readonly Due[]): string =>
  JSON.stringify(
    due.map(({ kind, version, date, locale, adresseMail }) => ({
      kind,
      version,
      date,
      locale,
      adresseMail: adresseMail === null ? null : storableText(adresseMail, 'due'),
    })),
  );

export const formerEmailsOf = (column: RowReader, row: Row): readonly FormerEmail[] =>
  column.list(row, 'formerEmails', isFormerEmail).map(({ emailKey: _key, ...former }) => former);

export const dueOf = (column: RowReader, row: Row): readonly Due[] => column.list(row, 'due', isDue);

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => ({ ...Object(value) });

const hasFields = (fields: Fields, count: number): boolean => Object.keys(fields).length === count;

const areNumbers = ({ version, date }: Fields): boolean => Number.isSafeInteger(version) && Number.isSafeInteger(date);

function isFormerEmail(value: unknown): value is FormerEmail & { readonly emailKey: string } {
  const fields = fieldsOf(value);
  const { adresseMail, emailKey: key, isVerified } = fields;
  const areTexts = typeof adresseMail === 'string' && typeof key === 'string';
  return hasFields(fields, 5) && areNumbers(fields) && areTexts && typeof isVerified === 'boolean';
}

function isDue(value: unknown): value is Due {
  const fields = fieldsOf(value);
  const { kind, locale, adresseMail } = fields;
  const isMail = (locale === 'en' || locale === 'fr') && (adresseMail === null || typeof adresseMail === 'string');
  return hasFields(fields, 5) && areNumbers(fields) && isMail && DUE_KINDS.some((known) => known === kind);
}
