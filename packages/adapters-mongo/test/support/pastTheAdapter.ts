import { type Db, MongoClient } from 'mongodb';

/** Works on the database that a URL names, past the adapter. */
export async function pastTheAdapter<Result>(url: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const client = new MongoClient(url);
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}
