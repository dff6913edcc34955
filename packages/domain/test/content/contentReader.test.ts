import { describe, expect, it } from 'vitest';
import { ContentReader } from '../../src/content/contentReader.ts';
import { SourceText } from '../../src/content/sourceText.ts';
import { DamagedError } from '../../src/index.ts';
import { KeyedLock } from '../../src/work.ts';
import { openSharedAlgo } from '../support/algos.ts';

/** A record with content in a store, and the reads of that store. */
async function opened() {
  const { world } = await openSharedAlgo();
  const { algos, contentStore } = world.ports;
  const algo = (await algos.findById(1)) ?? expect.fail('no record');
  const source = new SourceText((await contentStore.read(1, algo.ref)) ?? expect.fail('no content'));
  const [reads, cached]: [string[], boolean[]] = [[], []];
  let answer = (id: number, ref: string) => contentStore.read(id, ref);
  const store = {
    ...contentStore,
    read: (id: number, ref: string) => {
      reads.push(ref);
      return answer(id, ref);
    },
  };
  const lock = new KeyedLock();
  const observer = { onContentRead: (fromCache: boolean) => void cached.push(fromCache) };
  const reader = new ContentReader({
    contentStore: store,
    lock,
    observer,
    bounds: { cachedBytes: 100_000, commitTries: 1 },
  });
  const answers = (next: typeof answer): void => {
    answer = next;
  };
  return { reader, algo, source, reads, cached, lock, answers };
}

const other = (source: SourceText) => SourceText.of('x'.repeat(source.size - 2));

describe('the content of a record', () => {
  it('is read from the store once, and then from memory', async () => {
    const { reader, algo, source, reads, cached } = await opened();
    for (const _ of [1, 2]) expect((await reader.read(algo, expect.fail)).source.text()).toBe(source.text());
    expect([reads, cached]).toEqual([[algo.ref], [false, true]]);
  });

  it('is read from memory after a change, and never after the next one', async () => {
    const { reader, algo, source, reads } = await opened();
    reader.remember(algo.ref, source);
    await reader.read(algo, expect.fail);
    expect(reads).toEqual([]);
    reader.forget(algo.ref);
    await reader.read(algo, expect.fail);
    expect(reads).toEqual([algo.ref]);
  });

  it('is read for the record as it is now, three times freely and then while nothing of this process changes it', async () => {
    const { reader, algo, lock, answers } = await opened();
    let loads = 0;
    const load = async () => {
      loads += 1;
      return { ...algo, version: algo.version + loads };
    };
    const held: boolean[] = [];
    answers(async () => {
      held.push(lock.isHeld(1));
      return held.length === 4 ? new Uint8Array([49]) : null;
    });
    const { algo: read } = await reader.read(algo, load);
    expect([read.version, held]).toEqual([algo.version + 4, [false, false, false, true]]);
  });

  it('is damage of the record if it is missing in the end', async () => {
    const { reader, algo, answers } = await opened();
    answers(async () => null);
    await expect(reader.read(algo, async () => algo)).rejects.toThrow(DamagedError);
  });
});

describe('the question whether a record has a content', () => {
  it('is answered by the store, also if the content is in memory', async () => {
    const { reader, algo, source, reads, answers } = await opened();
    for (const _ of [1, 2]) expect(await reader.has(algo, source)).toBe(true);
    expect(reads).toEqual([algo.ref, algo.ref]);
    answers(async () => null);
    expect(await reader.has(algo, source), 'missing').toBe(false);
    answers(() => Promise.reject(new DamagedError({ place: 'algos', id: 1, field: 'ref' })));
    expect(await reader.has(algo, source), 'damaged').toBe(false);
  });

  it('needs no read for another size, nor for other bytes than those in memory', async () => {
    const { reader, algo, source, reads } = await opened();
    expect(await reader.has(algo, SourceText.of('another size'))).toBe(false);
    expect(reads).toEqual([]);
    expect(await reader.has(algo, other(source))).toBe(false);
    expect(await reader.has(algo, other(source))).toBe(false);
    expect(reads, 'the first read has kept it').toEqual([algo.ref]);
  });

  it('leaves the content in memory for who keeps the former one', async () => {
    const { reader, algo, source, reads } = await opened();
    await reader.has(algo, other(source));
    expect((await reader.former(algo))?.text()).toBe(source.text());
    expect(reads).toEqual([algo.ref]);
  });
});

it('a content is another one than its beginning', () => {
  const [whole, beginning] = [new Uint8Array([49, 50]), new Uint8Array([49])];
  expect([new SourceText(beginning).equals(whole), new SourceText(whole).equals(beginning)]).toEqual([false, false]);
  expect(new SourceText(whole).equals(whole.slice())).toBe(true);
});
