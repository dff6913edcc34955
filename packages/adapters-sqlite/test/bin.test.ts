import { describe, expect, it } from 'vitest';
import { sumDifferences } from '../src/upkeep/sumsCheck.ts';
import { afterEdit } from './support/afterEdit.ts';
import { connectionTo } from './support/connectionTo.ts';
import { onRawFile } from './support/rawFile.ts';
import { newAlgo, newGrant } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore } from './support/unavailable.ts';

it.each(['permsAlgorithme', 'places'])(
  'a record that was edited past the checks moves to the bin as damaged as it is: %s',
  async (column) => {
    const { store } = await afterEdit(`UPDATE algos SET ${column} = 'goldfinger'`);
    expect(await store.bin.add(1, 1, 5)).toBe(true);
    const damage = { name: 'DamagedError', place: 'bin', id: '1', field: column };
    await expect(store.bin.find(1)).rejects.toMatchObject(damage);
    await expect(store.bin.list({ ownerId: 1, limit: 9 })).rejects.toMatchObject(damage);
    const restored = store.bin.restore(1, 1, { permsAlgorithme: [], places: [] });
    await expect(restored).rejects.toMatchObject(damage);
    await store.bin.dropRights(1);
    expect(await store.bin.listUntil(5, 9)).toMatchObject([{ id: 1, version: 2 }]);
    await store.close();
  },
);

it.each([
  ['nom', "x'00'"],
  ['version', 'NULL'],
  ['contentBytes', '0'],
  ['modifiedBy', 'NULL'],
  ['dateSource', 'NULL'],
  ['places', `'{"goldfinger":1}'`],
  ['dateSuppression', "'goldfinger'"],
])('a row of the bin that was edited by hand is reported with its column: %s', async (column, value) => {
  const { store } = await afterEdit(`
    INSERT INTO bin (id, nom, dateCreation, dateModification, ownerId, permsAlgorithme, version, ref, contentBytes, places, modifiedBy, dateSource, dateSuppression)
      SELECT 7, nom, 1, 2, 1, '[]', 1, 'ref', 2, '[]', 1, 2, 5 FROM algos;
    UPDATE bin SET ${column} = ${value}`);
  const damage = { name: 'DamagedError', place: 'bin', id: '7', field: column };
  await expect(store.bin.find(7)).rejects.toMatchObject(damage);
  const rows = async () => {
    for await (const batch of store.portable.exportRows('deleted')) expect(batch).toBe('never reached');
  };
  await expect(rows()).rejects.toMatchObject(damage);
  await store.close();
});

describe('an algorithm that somebody has put into the bin beside its record', () => {
  const opened = async () => {
    const path = scratchPath();
    const store = openedStore(path);
    const { algos, bin } = store;
    const ids = [await algos.nextId(), await algos.nextId()] as const;
    for (const id of ids) await algos.insert({ ...newAlgo(id), id });
    await bin.add(ids[0], 1, 5);
    onRawFile(path, (db) => db.exec(`UPDATE bin SET id = ${ids[1]}`));
    return { store, path, id: ids[1] };
  };

  it('is replaced by the record when that is deleted', async () => {
    const { store, path, id } = await opened();
    expect(await store.bin.add(id, 1, 5)).toBe(true);
    expect((await store.bin.find(id))?.ref).toBe(newAlgo(id).ref);
    expect(await store.algos.findById(id)).toBeNull();
    expect(sumDifferences(connectionTo(path))).toEqual({ owners: [], algos: [], users: [] });
  });

  it('is removed, and the record stays', async () => {
    const { store, id } = await opened();
    expect(await store.bin.remove({ id, version: 1 })).toBe(true);
    expect((await store.algos.findById(id))?.ref).toBe(newAlgo(id).ref);
  });

  it('is damage when it is to be restored', async () => {
    const { store, id } = await opened();
    const restored = store.bin.restore(id, 1, { permsAlgorithme: [], places: [] });
    await expect(restored).rejects.toMatchObject({ place: 'bin', id: String(id), field: 'id' });
    expect((await store.algos.findById(id))?.ref).toBe(newAlgo(id).ref);
  });
});

it.each(['["abc"]', '{"a":"x"}', '[{"idUtilisateur":1},"zz"]', '[5]', 'goldfinger'])(
  'rights are taken out of the bin beside places that are damaged: %s',
  async (places) => {
    const path = scratchPath();
    const store = openedStore(path);
    const { algos, bin } = store;
    const permsAlgorithme = [newGrant(2)];
    for (const ref of ['one', 'two']) {
      const { id } = await algos.insert({ ...newAlgo(1), ref, permsAlgorithme, id: await algos.nextId() });
      await bin.add(id, 1, 5);
    }
    onRawFile(path, (db) => db.prepare('UPDATE bin SET places = ? WHERE id = 1').run(places));
    await bin.dropRights(newAlgo(1).ownerId);
    expect(onRawFile(path, (db) => db.prepare('SELECT permsAlgorithme, version FROM bin').all())).toEqual([
      { permsAlgorithme: '[]', version: 2 },
      { permsAlgorithme: '[]', version: 2 },
    ]);
  },
);
