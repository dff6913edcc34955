import type { SQLInputValue } from 'node:sqlite';
import { type DueMails, impossibleInMail, intact, type MailEntry, type MailQueue } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { healthOf, reading } from '../connection/port.ts';
import { ColumnReader, orNull, type Row, storableText } from '../connection/rowReader.ts';
import { columnsOf, insertInto } from '../schema/migrations.ts';

const RANKS = [0, 1, 2];

const column = new ColumnReader('mails', 'name');

export function mailOfRow(row: Row): MailEntry {
  const read: Record<string, unknown> = { ...row, entry: JSON.parse(column.text(row, 'entry')) };
  return column.possible(row, read as MailEntry, impossibleInMail); // which checks every part
}

/** By column. @throws TypeError for a text with a lone surrogate */
export function mailValues({ name, version, date, dueAt, rank, entry }: MailEntry) {
  const text = storableText(JSON.stringify(entry), 'entry');
  return { name, version, date, dueAt, rank, entry: text } satisfies Record<string, SQLInputValue>;
}

export function sqliteMailQueue(connection: Connection): MailQueue {
  const read = reading(connection);
  const select = `SELECT ${columnsOf('mails').join(', ')} FROM mails`;
  const add = connection.prepare(`${insertInto('mails')} ON CONFLICT (name) DO NOTHING`);
  const until = connection.prepare(`${select} WHERE rank = :rank AND dueAt <= :by ORDER BY dueAt, name`);
  const beyond = connection.prepare(`${select} WHERE rank = :rank AND dueAt > :ahead ORDER BY dueAt, name`);
  // One search of the index for each rank: those that wait for later are not read.
  function* due({ by, ahead }: Omit<DueMails, 'limit'>): Iterable<Row> {
    for (const rank of RANKS) yield* until.iterate({ rank, by });
    for (const rank of RANKS) yield* beyond.iterate({ rank, ahead });
  }
  const all = connection.prepare(`${select} WHERE name > ? ORDER BY name`);
  const next = connection.prepare('SELECT min(dueAt) AS dueAt FROM mails WHERE dueAt > ?');
  const replace = connection.prepare(`
    UPDATE mails SET version = :version, date = :date, dueAt = :dueAt, rank = :rank, entry = :entry
    WHERE name = :name AND version = :version - 1`);
  const remove = connection.prepare('DELETE FROM mails WHERE name = :name AND version = :version');
  const waiting = connection.prepare(`
    SELECT count(*) AS count, min(date) AS oldest,
      (SELECT count(*) FROM mails WHERE dueAt IS NULL AND rank > 0) AS givenUp
    FROM mails WHERE dueAt IS NOT NULL AND rank > 0`);
  return {
    async add(entry) {
      const values = mailValues(entry);
      await connection.commit(() => add.run(values), 'growth');
    },
    listDue: ({ by, ahead, limit }, onDamaged) =>
      read(() => intact(due({ by, ahead }), mailOfRow, { limit, onDamaged })),
    list: ({ after, limit }, onDamaged) => read(() => intact(all.iterate(after), mailOfRow, { limit, onDamaged })),
    nextDue: (after) => read(() => orNull(next.get(after), (row) => column.integerOrNull(row, 'dueAt'))),
    async replace(entry) {
      const values = mailValues(entry);
      return connection.writeUnsynced(() => replace.run(values).changes === 1);
    },
    remove: ({ name, version }) => connection.commit(() => remove.run({ name, version }).changes === 1),
    waiting: () =>
      read(() => {
        const row = waiting.get() ?? {};
        const [count, givenUp] = [column.integer(row, 'count'), column.integer(row, 'givenUp')];
        return { count, givenUp, oldest: column.integerOrNull(row, 'oldest') };
      }),
    ...healthOf(connection),
  };
}
