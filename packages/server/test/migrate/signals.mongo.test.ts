import { join } from 'node:path';
import { describeMongo, type Scratch } from '@algotheque/testing/mongo';
import { expect } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { startCommand } from '../support/serverProcess.ts';
import { holdingWire } from './support/holdingWire.ts';
import { move, refusalOf } from './support/move.ts';
import { mongoAt, sqliteIn } from './support/places.ts';
import { sampleStore } from './support/sampleStore.ts';
import { snapshotOf } from './support/snapshot.ts';

/** An insert into that collection, as it is on the wire: the command's name, and the collection as a string of nine bytes. */
const FIRST_CONTENT = 'insert\u0000\u0009\u0000\u0000\u0000contents';

/** Long enough for a busy machine. */
const LONG_TIMEOUTS = { serverSelectionTimeoutMS: '20000', socketTimeoutMS: '20000' };

describeMongo('the process of a migration', ({ server, withScratch }) => {
  /** Sends the signal while the first content is on its way to the target. */
  async function interrupted({ url }: Scratch, source: string, signal: NodeJS.Signals) {
    const wire = await holdingWire(server(), FIRST_CONTENT);
    const target = new URL(url(LONG_TIMEOUTS));
    target.port = String(wire.port);
    const running = startCommand(
      ['migrate', '--from', `sqlite:${join(source, 'algotheque.db')}`, '--to', target.href, '--begin-anew'],
      {},
    );
    await Promise.race([wire.isHolding, running.ended]);
    running.kill(signal);
    wire.release();
    const ended = await running.ended;
    await wire.close();
    return ended;
  }

  withScratch('ends in order on SIGINT and SIGTERM, and releases the lock', async (scratch) => {
    const source = join(scratchFolder(), 'source');
    await sampleStore(source);
    const stopped = await interrupted(scratch, source, 'SIGINT');
    expect(stopped).toMatchObject({ code: 1, stdout: '' });
    expect(stopped.stderr).toMatch(
      /^Beginning[\s\S]*\nalgotheque: Stopped by SIGINT\. If the target was begun, run the same command with --begin-anew\.\n$/,
    );
    const terminated = await interrupted(scratch, source, 'SIGTERM');
    expect(terminated).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Beginning[\s\S]*Stopped by SIGTERM/) });
    const lease = scratch.db.collection<{ _id: string; users: object[] }>('meta');
    expect((await lease.findOne({ _id: 'lease' }))?.users).toEqual([]);
  });

  withScratch('is begun anew after SIGKILL, when its lock has expired', async (scratch) => {
    const source = join(scratchFolder(), 'source');
    await sampleStore(source);
    const killed = await interrupted(scratch, source, 'SIGKILL');
    expect(killed).toMatchObject({ code: null, stderr: expect.stringMatching(/^Beginning(?![\s\S]*algotheque:)/) });
    const [from, to] = [sqliteIn(source), mongoAt(scratch.url())];
    expect(await refusalOf(from, to)).toContain('locked by a migration, process');
    // The lock of an ended process expires after half a minute; the test does not wait for that.
    const lock = scratch.db.collection<{ _id: string; users: object[] }>('meta');
    await lock.updateOne({ _id: 'lease' }, { $set: { users: [] } });
    expect(await refusalOf(from, to)).toContain('--begin-anew');
    await move(from, to, { anew: true });
    expect(await snapshotOf(to)).toEqual(await snapshotOf(from));
  });
});
