import { join } from 'node:path';
import { expect } from 'vitest';
import { scratchFolder } from '../../../../../test/support/scratchFolder.ts';
import { sidePlace } from '../../../src/migrate/sidePlace.ts';
import { openLocal } from '../../../src/openLocal.ts';
import { draws } from '../../support/killLoop/draws.ts';
import { startCommand } from '../../support/serverProcess.ts';
import { testRuns } from '../../support/testRuns.ts';
import { SECRET, sampleStore } from './sampleStore.ts';
import { snapshotOf } from './snapshot.ts';

const SEED = 20_261_122;
const MORE_ALGOS = 40;

/** Where a migration that is killed goes to. */
export interface KillTarget {
  readonly url: string;
  /** Resolves after so many changes of it, or messages to it. */
  changes(count: number): Promise<void>;
  /** The lock of the killed process is over. */
  unlock(): Promise<void>;
  /** After a migration: nothing else is in it. */
  expectNoTrace(): Promise<void>;
}

interface KilledMigrations {
  /** A URL. */
  readonly source: string;
  /** An empty target. */
  readonly fresh: () => Promise<KillTarget>;
  readonly kills: number;
  /** A kill comes after 1 to so many changes. */
  readonly mostChanges: number;
}

/** The sample store with more algorithms; resolves to its URL. */
export async function largerStore(): Promise<string> {
  const { dataDir, token } = await sampleStore(join(scratchFolder(), 'source'));
  const { service, close } = await openLocal({ dataDir, settings: { ALGOTHEQUE_SECRET: SECRET } });
  const caller = await service.authenticate(token);
  for (let number = 0; number < MORE_ALGOS; number += 1) {
    const sourceCode = { number, text: 'x'.repeat(100 * number) };
    await service.createAlgo({ ownerId: caller.user.id, nom: `More ${number}`, sourceCode }, caller);
  }
  await close();
  return `sqlite:${join(dataDir, 'algotheque.db')}`;
}

/** Migrates, is killed, and begins anew, until there were enough kills. Each migration that ends has copied everything. */
export async function killMigrations({ source, fresh, kills, mostChanges }: KilledMigrations): Promise<void> {
  const [draw, placeOf] = [draws(SEED), (url: string) => sidePlace('--from', { url, files: undefined })];
  const expected = await snapshotOf(placeOf(source));
  let [target, killed, migrated] = [await fresh(), 0, 0];
  for (;;) {
    const isEnough = killed >= kills;
    const isTime = target.changes(1 + draw(mostChanges));
    const { ended, kill } = startCommand(['migrate', '--from', source, '--to', target.url, '--begin-anew'], {});
    if (!isEnough) await Promise.race([isTime, ended]);
    if (!isEnough) kill('SIGKILL');
    const { code, stderr } = await ended;
    await target.unlock();
    if (code === null) {
      killed += 1;
      continue;
    }
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('Done') });
    expect(await snapshotOf(placeOf(target.url))).toEqual(expected);
    await target.expectNoTrace();
    migrated += 1;
    if (isEnough) break;
    target = await fresh();
  }
  if (testRuns() !== null) console.info(`${killed} kills of ${migrated} migrations`);
}
