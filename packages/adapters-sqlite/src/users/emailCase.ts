import { type EmailCase, FoldedAddresses } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { RowReader } from '../connection/rowReader.ts';
import { StoreFileError } from '../errors.ts';

const record = new RowReader('emailCase', 'id');

/** All addresses of all users, those who are being deleted too: they stay taken. */
const ADDRESSES = `
  SELECT id, adresseMail FROM users
  UNION ALL SELECT users.id, value ->> '$.adresseMail' FROM users, json_each(iif(json_valid(formerEmails), formerEmails, '[]'))
    WHERE type = 'object' AND typeof(value ->> '$.adresseMail') = 'text'`;

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

/** How the store compares addresses. */
export function storedEmailCase(connection: Connection): EmailCase {
  const row = connection.read(() => connection.prepare('SELECT id, mode FROM emailCase').get());
  if (row === undefined || row['mode'] === 'exact') return 'exact';
  return row['mode'] === 'folded' ? 'folded' : record.refuse(row, 'mode');
}

/**
 * Lets the store compare addresses in this way from now on. All keys are made anew if it did so in another way before, in one
 * transaction: a crash leaves the store as it was.
 * @throws StoreFileError that names the addresses when two users have one address then; nothing was changed
 */
export function useEmailCase(connection: Connection, wanted: EmailCase): void {
  if (storedEmailCase(connection) === wanted) return;
  const setMode = connection.prepare('INSERT OR REPLACE INTO emailCase (id, mode) VALUES (1, ?)');
  connection.write(() => {
    setKeys(connection, wanted);
    setMode.run(wanted);
  });
}

/** The users with an address whose key is not its own, and could be; at most 100. */
export function wrongKeys(connection: Connection): readonly number[] {
  const mode = storedEmailCase(connection);
  const find = connection.prepare(`SELECT id FROM users WHERE ${IS_WRONG} ORDER BY id LIMIT ${MOST_WRONG}`);
  return connection.read(() => find.all({ mode }).map(({ id }) => Number(id)));
}

/** Makes all keys anew that are not those of their addresses. @throws StoreFileError as `useEmailCase` */
export function remakeKeys(connection: Connection): void {
  const mode = storedEmailCase(connection);
  connection.write(() => setKeys(connection, mode));
}

function setKeys(connection: Connection, mode: EmailCase): void {
  if (mode === 'folded') refuseTwins(connection);
  const set = connection.prepare(`
    UPDATE users SET emailKey = emailKey(:mode, adresseMail), formerEmails = iif(${HAS_WRONG_FORMER},
      (SELECT json_group_array(json(iif(type = 'object',
        json_set(value, '$.emailKey', emailKey(:mode, value ->> '$.adresseMail')), json_quote(value)))) FROM json_each(formerEmails)),
      formerEmails)
    WHERE ${IS_WRONG}`);
  set.run({ mode });
}

function refuseTwins(connection: Connection): void {
  const addresses = new FoldedAddresses();
  for (const { id, adresseMail } of connection.prepare(ADDRESSES).iterate()) {
    addresses.add({ id: Number(id), adresseMail: String(adresseMail) });
  }
  const problem = addresses.problem();
  if (problem !== null) throw new StoreFileError(connection.path, problem);
}
