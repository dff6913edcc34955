import { type Db, MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { upsertOnce } from '../src/documents/inserts.ts';
import { updateOrBegin } from '../src/documents/updateOrBegin.ts';

const duplicate = (): never => {
  throw new MongoServerError({ message: 'a duplicate key', code: 11_000 });
};

it('an upsert that meets a duplicate key each time is tried five times', async () => {
  let tries = 0;
  const upsert = async (): Promise<never> => {
    tries += 1;
    return duplicate();
  };
  await expect(upsertOnce(upsert)).rejects.toBeInstanceOf(MongoServerError);
  expect(tries).toBe(5);
});

it('a document that comes and goes between two commands is tried five times', async () => {
  let tries = 0;
  const documents = {
    async findOneAndUpdate() {
      tries += 1;
      return null;
    },
    insertOne: async () => duplicate(),
    findOne: async () => null,
  };
  const db = { collection: () => documents } as unknown as Db; // what an update of a document uses
  const wanted = { fresh: { _id: 'x' }, update: [], intact: {}, check() {} };
  await expect(updateOrBegin(db, 'limits', wanted)).rejects.toThrow('went 5 times between two commands');
  expect(tries).toBe(5);
});
