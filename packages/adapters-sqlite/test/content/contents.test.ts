import { describe, expect, it } from 'vitest';
import { create, type Embedded, embedded, remove, round, rowsIn, update } from '../support/embedded.ts';
import { onRawFile } from '../support/rawFile.ts';
import { newAlgo } from '../support/samples.ts';

/** The texts that the table has, by reference. */
const textsIn = ({ path }: Embedded): Readonly<Record<string, unknown>> =>
  onRawFile(path, (db) =>
    Object.fromEntries(
      db
        .prepare('SELECT ref, CAST(bytes AS TEXT) AS text FROM contents')
        .all()
        .map(({ ref, text }) => [ref, text]),
    ),
  );

/** Keeps the present content of an algorithm as a former version, whose content the table has. */
async function keepPresent({ store }: Embedded, id: number, content: Uint8Array | null = null): Promise<void> {
  const {
    permsAlgorithme: _perms,
    places: _places,
    waiting: _waiting,
    ...algo
  } = (await store.algos.findById(id)) ?? expect.fail('no record');
  await store.history.put({ former: { ...algo, dateExpiration: 100 }, content });
}

const restoration = { permsAlgorithme: [], places: [] };

describe('the content of a record', () => {
  it('stays in the table when its file is durable, and goes when it is replaced, or removed with the record', async () => {
    const scene = embedded();
    const first = await create(scene, 1, 'one');
    await round(scene.clock);
    expect([rowsIn(scene.path), textsIn(scene)]).toEqual([{}, { [first]: 'one' }]);
    const next = await update(scene, 1, 'two');
    expect(textsIn(scene)).toEqual({ [next]: 'two' });
    await remove(scene, 1);
    expect(textsIn(scene)).toEqual({});
  });

  it('stays as long as a former version has it', async () => {
    const scene = embedded();
    const first = await create(scene, 1, 'one');
    await keepPresent(scene, 1);
    const next = await update(scene, 1, 'two');
    expect(textsIn(scene)).toEqual({ [first]: 'one', [next]: 'two' });
    expect((await scene.store.history.find(1, 1))?.content).toEqual(new TextEncoder().encode('one'));
    await remove(scene, 1);
    expect(textsIn(scene)).toEqual({ [first]: 'one' });
    await scene.store.history.deleteByAlgo(1);
    expect(textsIn(scene)).toEqual({});
  });

  it('stays when the version of a commit that did not happen is removed', async () => {
    const scene = embedded();
    const ref = await create(scene, 1, 'one');
    await keepPresent(scene, 1);
    await scene.store.history.remove({ ref, dateExpiration: 100 });
    expect(textsIn(scene)).toEqual({ [ref]: 'one' });
  });

  it('goes with the record into the bin and back, and is removed with it', async () => {
    const scene = embedded();
    const ref = await create(scene, 1, 'one');
    const { bin } = scene.store;
    expect(await bin.add(1, 1, 5)).toBe(true);
    expect(textsIn(scene)).toEqual({ [ref]: 'one' });
    expect(await bin.restore(1, 1, restoration)).toMatchObject({ ref });
    expect(textsIn(scene)).toEqual({ [ref]: 'one' });
    expect(await bin.add(1, 2, 5)).toBe(true);
    expect(await bin.remove({ id: 1, version: 2 })).toBe(true);
    expect(textsIn(scene)).toEqual({});
  });

  it('is not held if its bytes are not those of its reference, and is mended by a version that brings them', async () => {
    const scene = embedded();
    const ref = await create(scene, 1, 'one');
    expect(await scene.store.history.holds?.(ref)).toBe(true);
    onRawFile(scene.path, (db) => db.exec("UPDATE contents SET bytes = CAST('two' AS BLOB)"));
    expect(await scene.store.history.holds?.(ref)).toBe(false);
    await keepPresent(scene, 1, new TextEncoder().encode('one'));
    expect([textsIn(scene), await scene.store.history.holds?.(ref)]).toEqual([{ [ref]: 'one' }, true]);
  });

  it('is not there for a record of another content store', async () => {
    const scene = embedded();
    await scene.store.algos.insert({ ...newAlgo(1), id: 1 });
    expect(await scene.store.history.holds?.('ref-1')).toBe(false);
    await expect(keepPresent(scene, 1)).rejects.toMatchObject({ name: 'DamagedError', place: 'contents' });
    expect(await scene.store.history.list(1)).toEqual([]);
  });
});
