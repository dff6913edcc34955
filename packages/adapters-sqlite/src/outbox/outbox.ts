import { type Due, type DueQuery, intact, type OnDamaged, type Outbox, type User } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import type { Statement } from '../connection/statement.ts';
import { listedUser, USER_COLUMNS } from '../users/userRows.ts';

/** What is due for users, in the column `due`. */
export class SqliteOutbox implements Outbox {
  readonly #connection: Connection;
  readonly #listDue: Statement;
  readonly #end: Statement;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#listDue = connection.prepare(`
      SELECT ${USER_COLUMNS.join(', ')}, deleted FROM users
      WHERE deleted IS NOT 1 AND due <> '[]' AND (due ->> '$[0].date' < :before OR due ->> '$[#-1].date' > :after)
      ORDER BY due ->> '$[0].date', id`);
    this.#end = connection.prepare(END);
  }

  async listDue({ before, after, limit }: DueQuery, onDamaged?: OnDamaged): Promise<readonly User[]> {
    const values = { before, after: after ?? null };
    return this.#connection.read(() => intact(this.#listDue.iterate(values), listedUser, { limit, onDamaged }));
  }

  async end(id: number, { kind, version }: Pick<Due, 'kind' | 'version'>): Promise<void> {
    const values = { id, kind, version };
    const end = () => this.#end.run(values);
    if (kind === 'withdrawal') await this.#connection.commit(end);
    // A power loss may undo the end of a mail: then the mail is due again and is sent twice, as after a crash between the mail and this commit.
    else this.#connection.writeUnsynced(end);
  }

  get medium(): object {
    return this.#connection;
  }

  health(): Promise<void> {
    return this.#connection.health();
  }
}

const END = `
  UPDATE users SET due = (
    SELECT json_group_array(json(value)) FROM json_each(due)
    WHERE value ->> '$.kind' IS NOT :kind OR value ->> '$.version' IS NOT :version)
  WHERE id = :id AND due <> '[]' AND deleted = 0`;
