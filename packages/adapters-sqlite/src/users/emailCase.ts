import type { EmailCase } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { ColumnReader } from '../connection/rowReader.ts';
import { StoreFileError } from '../errors.ts';

const record = new ColumnReader('emailCase', 'id');

/** Whether a list of former addresses has a key that is not its address's. */
const HAS_WRONG_FORMER = `
  EXISTS (SELECT 1 FROM json_each(iif(json_valid(formerEmails), formerEmails, '[]'))
    WHERE type = 'object' AND value ->> '$.emailKey' IS NOT emailKey(:mode, value ->> '$.adresseMail'))`;

/** Whether another user has an address of this one: then somebody has edited it, and this one cannot get its key. */
const IS_TWIN = `
  EXISTS (SELECT 1 FROM emailKeys WHERE userId <> users.id AND key IN (
    SELECT emailKey(:mode, adresseMail)
    UNION ALL SELECT emailKey(:mode, value ->> '$.adresseMail') FROM json_each(iif(json_valid(formerEmails), formerEmails, '[]'))
      WHERE type = 'object'))`;

const IS_WRONG = `(emailKey IS NOT emailKey(:mode, adresseMail) OR ${HAS_WRONG_FORMER}) AND NOT ${IS_TWIN}`;

const MOST_WRONG = 100;

export function storedEmailCase(connection: Connection): EmailCase {
  const row = connection.read(() => connection.prepare('SELECT id, mode FROM emailCase').get());
  if (row === undefined) return 'exact';
  const mode = record.text(row, 'mode');
  return mode === 'exact' || mode === 'folded' ? mode : record.refuse(row, 'mode');
}

/**
 * Decides how a new store compares addresses: exactly, unless told.
 * @throws StoreFileError when the store was made to compare them in another way
 */
export function decideEmailCase(connection: Connection, wanted: EmailCase | undefined): void {
  const decided = connection.prepare('INSERT INTO emailCase (id, mode) VALUES (1, ?) ON CONFLICT (id) DO NOTHING');
  connection.write(() => decided.run(wanted ?? 'exact'));
  const stored = storedEmailCase(connection);
  if (wanted === undefined || wanted === stored) return;
  throw new StoreFileError(
    connection.path,
    `was made to compare e-mail addresses in the mode ${stored}, and the setting is ${wanted}: make a backup, and restore it into a new store with this setting`,
  );
}

/** The users with an address whose key is not its own, and could be; at most 100. */
export function wrongKeys(connection: Connection): readonly number[] {
  const mode = storedEmailCase(connection);
  const find = connection.prepare(`SELECT id FROM users WHERE ${IS_WRONG} ORDER BY id LIMIT ${MOST_WRONG}`);
  return connection.read(() => find.all({ mode }).map(({ id }) => Number(id)));
}

/** Makes all keys anew that are not those of their addresses. It fails, and changes nothing, when two users have one address. */
export function remakeKeys(connection: Connection): void {
  const mode = storedEmailCase(connection);
  const set = connection.prepare(`
    UPDATE users SET emailKey = emailKey(:mode, adresseMail), formerEmails = iif(${HAS_WRONG_FORMER},
      (SELECT json_group_array(json(iif(type = 'object',
        json_set(value, '$.emailKey', emailKey(:mode, value ->> '$.adresseMail')), json_quote(value)))) FROM json_each(formerEmails)),
      formerEmails)
    WHERE ${IS_WRONG}`);
  connection.write(() => set.run({ mode }));
}
