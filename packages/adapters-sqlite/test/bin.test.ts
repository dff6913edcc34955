import { describe, expect, it } from 'vitest';
import { afterEdit } from './support/afterEdit.ts';
import { bytesOf, create, embedded, round, rowsIn } from './support/embedded.ts';

const DELETION = { dateSuppression: 5, content: bytesOf('{}') };

describe('an algorithm with its content in a file', () => {
  it('has no file in the bin, and a new one once it is restored', async () => {
    const scene = embedded();
    const { store, content, disk, path, clock } = scene;
    await create(scene, 1, 'one');
    await round(clock);
    expect(await store.bin.add(1, 2, DELETION)).toBe(false);
    expect(rowsIn(path)).toEqual({});
    expect(await store.bin.add(1, 1, DELETION)).toBe(true);
    expect(rowsIn(path)).toEqual({ 1: null });
    await round(clock);
    expect([disk.texts(), rowsIn(path)]).toEqual([{}, {}]);
    const ref = await content.stage(bytesOf('one'), null);
    await store.bin.restore(1, 1, { ref, contentBytes: 3, permsAlgorithme: [], places: [] });
    expect([rowsIn(path), await content.read(1, ref)]).toEqual([{ 1: ref }, bytesOf('one')]);
    await round(clock);
    expect([disk.texts(), rowsIn(path)]).toEqual([{ 1: 'one' }, {}]);
  });

  it('has the file that comes last when it is deleted and restored before any file is written', async () => {
    const scene = embedded();
    const { store, content, disk, path, clock } = scene;
    await create(scene, 1, 'one');
    const ref = await content.stage(bytesOf('two'), null);
    await Promise.all([
      store.bin.add(1, 1, DELETION),
      store.bin.restore(1, 1, { ref, contentBytes: 3, permsAlgorithme: [], places: [] }),
    ]);
    await round(clock);
    await round(clock);
    expect([disk.texts(), rowsIn(path)]).toEqual([{ 1: 'two' }, {}]);
  });
});

describe('a record that was edited past the checks', () => {
  it.each(['permsAlgorithme', 'places'])('moves to the bin as damaged as it is: %s', async (column) => {
    const { store } = await afterEdit(`UPDATE algos SET ${column} = 'goldfinger'`);
    expect(await store.bin.add(1, 1, DELETION)).toBe(true);
    const damage = { name: 'DamagedError', place: 'bin', id: '1', field: column };
    await expect(store.bin.find(1)).rejects.toMatchObject(damage);
    await expect(store.bin.list({ ownerId: 1, limit: 9 })).rejects.toMatchObject(damage);
    const restored = store.bin.restore(1, 1, { ref: 'ref', contentBytes: 1, permsAlgorithme: [], places: [] });
    await expect(restored).rejects.toMatchObject(damage);
    await store.bin.dropRights(1);
    expect(await store.bin.listUntil(5, 9)).toEqual([{ id: 1, version: 2 }]);
    await store.close();
  });
});

describe('a row of the bin that was edited by hand', () => {
  it.each([
    ['nom', "x'00'"],
    ['version', 'NULL'],
    ['contentBytes', '-1'],
    ['places', `'{"goldfinger":1}'`],
    ['dateSuppression', "'goldfinger'"],
    ['bytes', "'goldfinger'"],
  ])('is reported with its column: %s', async (column, value) => {
    const { store } = await afterEdit(`
      INSERT INTO bin (id, nom, dateCreation, dateModification, ownerId, permsAlgorithme, version, ref, contentBytes, places, dateSuppression, bytes)
        SELECT 7, nom, 1, 2, 1, '[]', 1, 'ref', 2, '[]', 5, x'7b7d' FROM algos;
      UPDATE bin SET ${column} = ${value}`);
    const damage = { name: 'DamagedError', place: 'bin', id: '7', field: column };
    await expect(store.bin.find(7)).rejects.toMatchObject(damage);
    const rows = async () => {
      for await (const batch of store.portable.exportRows('deleted')) expect(batch).toBe('never reached');
    };
    await expect(rows()).rejects.toMatchObject(damage);
    await store.close();
  });
});
