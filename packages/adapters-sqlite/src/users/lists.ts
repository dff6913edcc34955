import { DUE_KINDS, type Due, type EmailCase, emailKey, type FormerEmail, LOCALES } from '@algotheque/domain';
import {
  type ColumnReader,
  isBoolean,
  isInteger,
  isOneOf,
  isString,
  objectOf,
  type Row,
  storableText,
} from '../connection/rowReader.ts';

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

export const formerEmailsOf = (column: ColumnReader, row: Row): readonly FormerEmail[] =>
  column.list(row, 'formerEmails', isFormerEmail).map(({ emailKey: _key, ...former }) => former);

export const dueOf = (column: ColumnReader, row: Row): readonly Due[] => column.list(row, 'due', isDue);

const isFormerEmail = objectOf<FormerEmail & { readonly emailKey: string }>({
  adresseMail: isString,
  emailKey: isString,
  isVerified: isBoolean,
  version: isInteger,
  date: isInteger,
});

const isDue = objectOf<Due>({
  kind: isOneOf(DUE_KINDS),
  version: isInteger,
  date: isInteger,
  locale: isOneOf(LOCALES),
  adresseMail: (value) => value === null || isString(value),
});
