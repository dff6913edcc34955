import { type EmailCase, emailKey, FoldedAddresses } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { type Row, RowReader } from '../connection/rowReader.ts';
import { StoreFileError } from '../errors.ts';

const record = new RowReader('emailCase', 'id');
const users = new RowReader('users', 'id');
const former = new RowReader('formerEmails', 'adresseMail');
const PAGE = 1_000;

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
    connection.prepare('UPDATE users SET emailKey = NULL WHERE emailKey IS NOT NULL').run();
    if (wanted === 'folded') setKeys(connection);
    setMode.run(wanted);
  });
}

function setKeys(connection: Connection): void {
  const addresses = new FoldedAddresses();
  const keys = new Map<number, string>();
  for (const user of addressesIn(connection)) keys.set(user.id, addresses.add(user));
  for (const row of connection.prepare('SELECT userId, adresseMail FROM formerEmails').iterate()) {
    addresses.add({ id: former.integer(row, 'userId'), adresseMail: former.text(row, 'adresseMail') });
  }
  const problem = addresses.problem();
  if (problem !== null) throw new StoreFileError(connection.path, problem);
  const setKey = connection.prepare('UPDATE users SET emailKey = :key WHERE id = :id');
  for (const [id, key] of keys) setKey.run({ id, key });
}

/** The users whose key is not that of their address, for a store that compares addresses folded; at most 100. */
export function wrongKeys(connection: Connection): readonly number[] {
  if (storedEmailCase(connection) === 'exact') return [];
  return connection.read(() => {
    const wrong: number[] = [];
    for (const { id, adresseMail, key } of addressesIn(connection)) {
      if (key !== emailKey('folded', adresseMail)) wrong.push(id);
      if (wrong.length === MOST_WRONG) break;
    }
    return wrong;
  });
}

const MOST_WRONG = 100;

/** Makes all keys anew. @throws StoreFileError as `useEmailCase` */
export function remakeKeys(connection: Connection): void {
  connection.write(() => {
    connection.prepare('UPDATE users SET emailKey = NULL WHERE emailKey IS NOT NULL').run();
    setKeys(connection);
  });
}

/** All users, those who are being deleted too: their addresses stay taken. */
function* addressesIn(connection: Connection): Generator<ReturnType<typeof addressOf>> {
  const page = connection.prepare(`SELECT id, adresseMail, emailKey FROM users WHERE id > ? ORDER BY id LIMIT ${PAGE}`);
  for (let after = 0; ; ) {
    const rows = page.all(after);
    for (const row of rows) yield addressOf(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = users.integer(last, 'id');
  }
}

const addressOf = (row: Row) => ({
  id: users.integer(row, 'id'),
  adresseMail: users.text(row, 'adresseMail'),
  key: users.textOrNull(row, 'emailKey'),
});
