import type { Db } from 'mongodb';

/**
 * Whether the server keeps the data of a moment for a session with snapshot reads: a stand-alone one does not, nor does every server for
 * tests.
 */
export async function keepsMoments(db: Db): Promise<boolean> {
  const { setName } = await db.command({ hello: 1 });
  if (setName === undefined) return false;
  const probe = db.collection('momentProbe');
  await probe.insertOne({});
  const session = db.client.startSession({ snapshot: true });
  try {
    const count = async () => (await probe.find({}, { session, readConcern: { level: 'snapshot' } }).toArray()).length;
    const before = await count();
    await probe.insertOne({});
    const isKept = (await count()) === before;
    if (!isKept) console.warn('This server keeps no data of a moment: views of one moment are not tested on it');
    return isKept;
  } finally {
    await session.endSession();
    await probe.drop();
  }
}
