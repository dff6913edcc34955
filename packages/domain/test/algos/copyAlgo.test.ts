import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { openSharedAlgo } from '../support/algos.ts';
import { before } from '../support/intercept.ts';
import { openWithAda, openWorld, refusal } from '../support/world.ts';

const { Not_found, Quota_exceeded } = Responses.Algo;

describe('a copy of an algorithm', () => {
  it('belongs to the caller, has the same source code, and nothing else of the algorithm', async () => {
    const { world, owner, reader } = await openSharedAlgo();
    await world.ports.algos.place(1, reader.user.id, 4);
    world.clock.advance(5_000);
    const { algo, version } = await world.service.copyAlgo({ id: 1 }, reader);
    const read = await world.service.getAlgo({ id: algo.id }, reader);
    const original = await world.service.getAlgo({ id: 1 }, owner);
    const now = world.clock.now();
    expect(algo).toEqual({
      id: algo.id,
      nom: original.algo.nom,
      dateCreation: now,
      dateModification: now,
      ownerId: reader.user.id,
      droits: 'Owner',
      permsAlgorithme: [],
      dossierId: null,
    });
    expect([version, read.source]).toEqual([1, original.source]);
    expect(await refusal(world.service.getAlgo({ id: algo.id }, owner))).toBe(Not_found);
  });

  it('can have another name, and stays when the algorithm is deleted', async () => {
    const { world, owner, reader } = await openSharedAlgo();
    const { algo } = await world.service.copyAlgo({ id: 1, changes: { nom: 'My way' } }, reader);
    const { source } = await world.service.getAlgo({ id: 1 }, owner);
    await world.service.deleteAlgo({ id: 1 }, owner);
    const read = await world.service.getAlgo({ id: algo.id }, reader);
    expect([read.algo.nom, read.source]).toEqual(['My way', source]);
  });

  it('is in the folder that is named, and is not made without it', async () => {
    const { world, reader } = await openSharedAlgo();
    const { folder } = await world.service.createFolder({ folder: { nom: 'Sorting' } }, reader);
    const copied = await world.service.copyAlgo({ id: 1, changes: { dossierId: folder.id } }, reader);
    const read = await world.service.getAlgo({ id: copied.algo.id }, reader);
    expect([copied.algo.dossierId, read.algo.dossierId]).toEqual([folder.id, folder.id]);
    const elsewhere = world.service.copyAlgo({ id: 1, changes: { dossierId: folder.id + 1 } }, reader);
    expect(await refusal(elsewhere)).toBe(Responses.Folder.Not_found);
    expect(world.data.algos.size).toBe(2);
  });

  it('counts for the quota of the caller', async () => {
    const { world, ada } = await openWithAda({ policy: { quota: { algos: 2, bytes: 100 } } });
    await world.service.createAlgo({ ownerId: 1, nom: 'Sort', sourceCode: { a: 'b'.repeat(40) } }, ada);
    await world.service.copyAlgo({ id: 1 }, ada);
    expect(await refusal(world.service.copyAlgo({ id: 1 }, ada))).toBe(Quota_exceeded);
  });

  it('is not made of an algorithm that is deleted or no longer shared meanwhile', async () => {
    const policy = { history: { versions: 0, versionsMs: 0, savesMs: 0, binMs: 0 } };
    const { world, owner, reader } = await openSharedAlgo({ policy });
    const other = openWorld({
      replace: world.ports,
      bounds: { cachedBytes: 0 },
      step: before('contentStore.read', () =>
        world.service.patchAlgo({ id: 1, changes: { permsAlgorithme: [], sourceCode: { b: 2 } } }, owner),
      ),
    });
    expect(await refusal(other.service.copyAlgo({ id: 1 }, reader))).toBe(Not_found);
    expect(world.data.algos.size).toBe(1);
  });
});
