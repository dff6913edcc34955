import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { Statement } from '../src/connection/statement.ts';

const prepared = (sql: string): Statement => {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  return new Statement(sql, db);
};

it('takes values by name, in any order, and a name as often as it is there', () => {
  const statement = prepared('SELECT :one AS a, :two AS b, :one AS c');
  expect(statement.get({ two: 'y', one: 'x' })).toEqual({ a: 'x', b: 'y', c: 'x' });
  expect(statement.all({ one: 1, two: null })).toEqual([{ a: 1, b: null, c: 1 }]);
});

it('takes what looks like a name within a text as text', () => {
  const statement = prepared(`SELECT ':one it''s :two' AS text, :one AS value`);
  expect(statement.get({ one: 7 })).toEqual({ text: `:one it's :two`, value: 7 });
});

it('takes values in their order where there are no names', () => {
  expect(prepared('SELECT ? AS a, ? AS b').get(1, 2)).toEqual({ a: 1, b: 2 });
  expect(prepared('SELECT ?1 AS a, ?1 AS b').get(3)).toEqual({ a: 3, b: 3 });
});

it('refuses a value that is missing', () => {
  const statement = prepared('SELECT :one AS a, :two AS b');
  const values: Record<string, string> = { one: 'x' };
  expect(() => statement.get(values)).toThrow(TypeError);
});
