import { type DueWork, intact } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { healthOf, reading } from '../connection/port.ts';
import { columnsOf } from '../schema/migrations.ts';
import { listedUser } from './userRows.ts';

export function sqliteDueWork(connection: Connection): DueWork {
  const read = reading(connection);
  const dueUsers = connection.prepare(`
    SELECT ${columnsOf('users').join(', ')} FROM users
    WHERE deleted IS NOT 1 AND due <> '[]' AND (due ->> '$[0].date' < :before OR due ->> '$[#-1].date' > :after)
    ORDER BY due ->> '$[0].date', id`);
  const endOne = connection.prepare(END);
  return {
    listDue: ({ before, after = null, limit }, onDamaged) =>
      read(() => intact(dueUsers.iterate({ before, after }), listedUser, { limit, onDamaged })),
    async end(id, { kind, version }) {
      const end = () => endOne.run({ id, kind, version });
      if (kind === 'withdrawal') await connection.commit(end);
      // A power loss may undo the end of a mail: then the mail is due again and is sent twice, as after a crash between the mail and this
      // commit.
      else connection.writeUnsynced(end);
    },
    ...healthOf(connection),
  };
}

const END = `
  UPDATE users SET due = (
    SELECT json_group_array(json(value)) FROM json_each(due)
    WHERE value ->> '$.kind' IS NOT :kind OR value ->> '$.version' IS NOT :version)
  WHERE id = :id AND due <> '[]' AND deleted = 0`;
