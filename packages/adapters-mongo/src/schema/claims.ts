import type { EmailCase } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { collection } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { findHolder } from '../documents/findByKey.ts';
import { isThere } from '../documents/ids.ts';
import { insertUnlessThere } from '../documents/inserts.ts';
import { EmailCaseError, SecretMismatchError, StoreImportingError } from '../errors.ts';

const SECRET = 'secret';
export const IMPORT = 'import';

export const isImporting = (db: Db): Promise<boolean> => isThere(db, 'meta', { _id: IMPORT });

/** @throws StoreImportingError while a migration into the database has not ended */
export async function refuseUnfinishedImport(db: Db): Promise<void> {
  const document = await collection(db, 'meta').findOne({ _id: IMPORT });
  if (document === null) return;
  const source = fieldsOf('meta', document).text('source');
  throw new StoreImportingError(
    `The MongoDB database is the target of an import from ${source} that has not ended: wait for it, or, if it was interrupted, run the same restore or migrate again with --begin-anew.`,
  );
}

/** Records the fingerprint of the secret, or compares it with the recorded one. @throws SecretMismatchError */
export async function claimSecret(db: Db, fingerprint: string): Promise<void> {
  await insertUnlessThere(db, 'meta', { _id: SECRET, fingerprint });
  await refuseOtherSecret(db, fingerprint);
}

/** Compares the fingerprint of the secret with the recorded one, if there is one. @throws SecretMismatchError */
export async function refuseOtherSecret(db: Db, fingerprint: string): Promise<void> {
  const document = await findHolder(db, 'meta', SECRET);
  if (document === null || fieldsOf('meta', document).text('fingerprint') === fingerprint) return;
  throw new SecretMismatchError(
    'The servers on this MongoDB database have another secret: give this one the same ALGOTHEQUE_SECRET, or the links in mails of one are void on the other.',
  );
}

const MODES: readonly EmailCase[] = ['exact', 'folded'];

const EMAIL_CASE = 'emailCase';

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
