import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuthenticatedCaller, Service } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { openLocal } from '../../src/openLocal.ts';
import { crashAfter } from './support/crash.ts';
import { move, refusalOf } from './support/move.ts';
import { sqliteIn } from './support/places.ts';
import { PASSWORD, SECRET, sampleStore } from './support/sampleStore.ts';
import { scene } from './support/scene.ts';
import { snapshotOf } from './support/snapshot.ts';

const open = (dataDir: string) => openLocal({ dataDir, settings: { ALGOTHEQUE_SECRET: SECRET } });

/** Runs a service on a folder, with Ada as the caller. */
async function asAda(
  dataDir: string,
  token: string,
  work: (service: Service, ada: AuthenticatedCaller) => Promise<unknown>,
): Promise<void> {
  const { service, close } = await open(dataDir);
  try {
    await service.open();
    await work(service, await service.authenticate(token));
  } finally {
    await close();
  }
}

/** Steps of a copy of the sample: six kinds of rows, and three for each of five algorithms, one of them in the bin. */
const ALL_STEPS = 6 + 3 * 5;

describe('a migration that was killed', () => {
  it.each(Array.from({ length: ALL_STEPS }, (_, steps) => steps))(
    'continues after %i steps, and has the same result',
    async (steps) => {
      const { from, to, target: dataDir } = await scene();
      expect(await crashAfter(steps, from, to)).toBe(true);
      await expect(open(dataDir)).rejects.toThrow(/holds an unfinished import of sqlite:.*source\/algotheque.db/);
      expect((await move(from, to))[0]).toMatch(/^Resuming: sqlite:.* to sqlite:/);
      expect(await snapshotOf(to)).toEqual(await snapshotOf(from));
    },
  );

  it('has only these steps', async () => {
    const { from, to } = await scene();
    expect(await crashAfter(ALL_STEPS, from, to)).toBe(false);
  });

  it('does not copy again what is already copied', async () => {
    const { from, to } = await scene();
    expect(await crashAfter(ALL_STEPS - 1, from, to)).toBe(true);
    const plainKindsAndPublications = 6 + 5;
    expect(await crashAfter(plainKindsAndPublications, from, to)).toBe(false);
  });

  it('may be killed several times, and a start of a server removes what is left over', async () => {
    const { from, to, target: dataDir, token, algoIds } = await scene();
    for (const steps of [7, 9, 6, 11, 8]) expect(await crashAfter(steps, from, to)).toBe(true);
    await move(from, to);
    await asAda(dataDir, token, async () => {});
    const names = (await readdir(join(dataDir, 'algos'))).sort();
    expect(names).toEqual([...algoIds.map((id) => `${id}.json`), '5.json', 'lock.db', 'owner-id', 'staging']);
    expect(await readdir(join(dataDir, 'algos/staging'))).toEqual([]);
  });

  it('copies what was added or changed in the source meanwhile', async () => {
    const { from, to, token, scratch, algoIds } = await scene();
    const [id = 0] = algoIds;
    expect(await crashAfter(ALL_STEPS - 1, from, to)).toBe(true);
    await asAda(join(scratch, 'source'), token, async (service, ada) => {
      const changes = { nom: 'Changed', sourceCode: { changed: true } };
      await service.updateAlgo({ id, changes }, ada);
      await service.createAlgo({ ownerId: ada.user.id, nom: 'New', sourceCode: {} }, ada);
      await service.updateUser({ id: ada.user.id, changes: { pseudo: 'Countess', currentPassword: PASSWORD } }, ada);
      await service.registerUser({ email: 'late@example.org', password: PASSWORD, pseudo: 'Late' });
    });
    await move(from, to);
    const copy = await snapshotOf(to);
    expect(copy).toEqual(await snapshotOf(from));
    expect(JSON.stringify(copy)).toMatch(/Countess[\s\S]*late@[\s\S]*changed/);
  });

  it('never keeps in the copy what the source no longer has', async () => {
    const { from, to, token, scratch, target: dataDir, algoIds } = await scene();
    const [, second = 0] = algoIds;
    expect(await crashAfter(ALL_STEPS - 1, from, to)).toBe(true);
    await asAda(join(scratch, 'source'), token, (service, ada) => service.deleteAlgo({ id: second }, ada));
    expect(await refusalOf(from, to)).toMatch(
      new RegExp(`^The copy differs: algo ${second} is in the target only\\. Empty the target`),
    );
    await expect(open(dataDir)).rejects.toThrow('unfinished import');
    await rm(dataDir, { recursive: true });
    expect((await move(from, to))[0]).toMatch(/^Beginning/);
    expect(await snapshotOf(to)).toEqual(await snapshotOf(from));
  });

  it('is refused if an e-mail belongs to another user meanwhile', async () => {
    const { from, to, token, scratch, target: dataDir } = await scene();
    expect(await crashAfter(1, from, to)).toBe(true);
    await asAda(join(scratch, 'source'), token, async (service, ada) => {
      await service.deleteUser({ id: ada.user.id }, ada);
      await service.registerUser({ email: 'ada@example.org', password: PASSWORD, pseudo: 'Another' });
    });
    const message = await refusalOf(from, to);
    expect(message).toMatch(/^The target holds what the source no longer has \(users\).* Empty the target/);
    expect(message).not.toContain('@');
    await expect(open(dataDir)).rejects.toThrow('unfinished import');
  });

  it('refuses to continue with another source', async () => {
    const { from, to, scratch, target: dataDir } = await scene();
    await sampleStore(join(scratch, 'other'));
    expect(await crashAfter(9, from, to)).toBe(true);
    const other = sqliteIn(join(scratch, 'other'));
    expect(await refusalOf(other, to)).toMatch(/target\/algos holds a part of another migration, from sqlite:.*source/);
    const elsewhere = sqliteIn(dataDir, `file:${join(scratch, 'elsewhere')}`);
    expect(await refusalOf(other, elsewhere)).toMatch(/another import, from sqlite:.*source\/algotheque.db/);
    await move(from, to);
    expect(await snapshotOf(to)).toEqual(await snapshotOf(from));
  });
});
