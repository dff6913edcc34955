import type { EmailCase } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { fieldsOf } from '../documents/fields.ts';
import { findHolder } from '../documents/findByKey.ts';
import { insertUnlessThere } from '../documents/inserts.ts';
import { EmailCaseError } from '../errors.ts';

const MODES: readonly EmailCase[] = ['exact', 'folded'];

/** How addresses are compared. */
const EMAIL_CASE = 'emailCase';

/** How the database compares addresses. */
export async function recordedEmailCase(db: Db): Promise<EmailCase> {
  const document = await findHolder(db, 'meta', EMAIL_CASE);
  return document === null ? 'exact' : fieldsOf('meta', document).oneOf('mode', MODES);
}

/**
 * Decides how a new database compares addresses: exactly, unless told. Of several servers that start at once, the first one decides.
 * @throws EmailCaseError when it was made to compare them in another way
 */
export async function decideEmailCase(db: Db, wanted: EmailCase | undefined): Promise<EmailCase> {
  await insertUnlessThere(db, 'meta', { _id: EMAIL_CASE, mode: wanted ?? 'exact' });
  const mode = await recordedEmailCase(db);
  if (wanted === undefined || wanted === mode) return mode;
  throw new EmailCaseError(
    `The MongoDB database was made to compare e-mail addresses in the mode ${mode}, and the setting is ${wanted}: make a backup, and restore it into a new store with this setting.`,
  );
}
