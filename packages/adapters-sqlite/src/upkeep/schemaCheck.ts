import type { Connection } from '../connection/connection.ts';
import { onLatest } from '../schema/migrations.ts';

/** A part of the schema that is not as the migrations make it. */
export interface SchemaDifference {
  readonly type: string;
  readonly name: string;
  readonly problem: 'is missing' | 'was changed';
}

interface Part {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

const PARTS = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'";

/** Compares the tables, indexes and triggers with those that the migrations make. What somebody has added is no difference. */
export function schemaDifferences(connection: Connection): readonly SchemaDifference[] {
  const found = new Map(foundParts(connection).map(({ name, sql }) => [name, sql]));
  return expectedParts().flatMap(({ type, name, sql }): SchemaDifference[] => {
    const actual = found.get(name);
    if (actual === sql) return [];
    return [{ type, name, problem: actual === undefined ? 'is missing' : 'was changed' }];
  });
}

/** Makes the indexes and triggers anew that are missing or were changed. Tables stay as they are. */
export function restoreSchema(connection: Connection): void {
  const wrong = new Map(schemaDifferences(connection).map((difference) => [difference.name, difference]));
  connection.write(() => {
    for (const { type, name, sql } of expectedParts()) {
      if (!wrong.has(name) || type === 'table') continue;
      connection.exec(`DROP ${type} IF EXISTS "${name}"; ${sql}`);
    }
  });
}

function foundParts(connection: Connection): readonly Part[] {
  return connection.read(() => connection.prepare(PARTS).all().map(partOf));
}

const expectedParts = (): readonly Part[] => onLatest((db) => db.prepare(PARTS).all().map(partOf));

const partOf = ({ type, name, sql }: Readonly<Record<string, unknown>>): Part => ({
  type: String(type),
  name: String(name),
  sql: String(sql),
});
