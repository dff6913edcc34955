import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ExportEntry } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { zipBody } from '../../src/exchange/zipBody.ts';
import { unzipped } from '../support/zip.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const BYTES = 200_000;

describe('the ZIP of an export', () => {
  /** So many entries; each content is noted when it is made. */
  async function* entries(count: number, made: WeakRef<Uint8Array>[]): AsyncGenerator<ExportEntry, undefined> {
    for (let number = 0; number < count; number += 1) {
      const content = crypto.getRandomValues(new Uint8Array(65_536)).slice(0, 60_000);
      made.push(new WeakRef(content));
      yield { path: `${number}.json`, date: 0, chunks: only(content) };
    }
    return undefined;
  }

  async function* only(content: Uint8Array): AsyncGenerator<Uint8Array> {
    yield content;
  }

  it('holds few of the contents that were read, however many there are', async () => {
    const COUNT = 200;
    const made: WeakRef<Uint8Array>[] = [];
    let most = 0;
    let chunks = 0;
    let ahead = 0;
    let bytes = 0;
    for await (const chunk of zipBody(entries(COUNT, made))) {
      bytes += (chunk as Buffer).length;
      ahead = Math.max(ahead, made.length * 60_000 - bytes);
      chunks += 1;
      if (chunks % 50 !== 0) continue;
      await new Promise(setImmediate); // a WeakRef keeps its value until its turn ends
      collect();
      most = Math.max(most, made.filter((content) => content.deref() !== undefined).length);
    }
    expect(made).toHaveLength(COUNT);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(4); // with those whose last bytes are in the buffers of streams
    expect(ahead).toBeLessThan(4 * BYTES);
  });

  it('holds no memory that grows with the number of entries but their names and sizes', async () => {
    const COUNT = 1_500;
    const held: number[] = [];
    async function* many(): AsyncGenerator<ExportEntry, undefined> {
      for (let number = 0; number < COUNT; number += 1) {
        yield { path: `${number}.json`, date: 0, chunks: only(new TextEncoder().encode(`{"number":${number}}`)) };
        if (number % 500 !== 499) continue;
        for (let turn = 0; turn < 2; turn += 1) {
          await new Promise(setImmediate);
          collect(); // what a collection frees is counted by the next one
        }
        held.push(process.memoryUsage().arrayBuffers);
      }
      return undefined;
    }
    let bytes = 0;
    for await (const chunk of zipBody(many())) bytes += (chunk as Buffer).length;
    expect(bytes).toBeGreaterThan(COUNT);
    const [first = 0, , last = 0] = held;
    expect((last - first) / (COUNT - 500)).toBeLessThan(2_000); // bytes for each entry; a part of a pool of 64 KiB would be 16,000
  });

  it('ends the entries when it is destroyed, also before it is read', async () => {
    const made: WeakRef<Uint8Array>[] = [];
    const source = entries(100, made);
    const { promise, resolve } = Promise.withResolvers<void>();
    const body = zipBody({
      next: () => source.next(),
      return: async () => {
        const end = await source.return(undefined);
        resolve();
        return end;
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    });
    body.destroy();
    await promise;
    expect(made.length).toBeLessThan(5);
  });

  it('is destroyed by an error of the entries, and of a content', async () => {
    async function* failing(): AsyncGenerator<ExportEntry, undefined> {
      yield { path: 'a.json', date: 0, chunks: only(new Uint8Array(3)) };
      throw new Error('of the entries');
    }
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(3);
      throw new Error('of a content');
    }
    async function* withBroken(): AsyncGenerator<ExportEntry, undefined> {
      yield { path: 'a.json', date: 0, chunks: broken() };
      return undefined;
    }
    const read = (body: ReturnType<typeof zipBody>) => buffer(body);
    await expect(read(zipBody(failing()))).rejects.toThrow('of the entries');
    await expect(read(zipBody(withBroken()))).rejects.toThrow('of a content');
  });

  it('keeps dates, folders and empty files', async () => {
    async function* some(): AsyncGenerator<ExportEntry, undefined> {
      yield { path: 'a/', date: 0, chunks: only(new Uint8Array(0)) };
      yield { path: 'a/b.json', date: 1_700_000_000_000, chunks: only(new TextEncoder().encode('[]')) };
      yield { path: 'c.json', date: 8.64e15, chunks: only(new Uint8Array(0)) };
      return undefined;
    }
    const zip = await buffer(zipBody(some()));
    expect([...unzipped(zip)]).toEqual([
      ['a/', ''],
      ['a/b.json', '[]'],
      ['c.json', ''],
    ]);
  });

  it('is destroyed when its reader takes less than 16 KiB a second while there is more, and not when the entries are slow', async () => {
    const look = Promise.withResolvers<() => void>();
    const ended = Promise.withResolvers<void>();
    const body = zipBody(entries(40, []), (ms, act) => {
      expect(ms).toBe(30_000);
      look.resolve(act);
      return () => ended.resolve();
    });
    const looked = await look.promise;
    looked(); // nothing is there yet
    const take = async (least: number): Promise<void> => {
      for (let bytes = 0; bytes < least; ) {
        const chunk: unknown = body.read();
        if (chunk === null) await once(body, 'readable');
        else bytes += Buffer.from(chunk as Buffer).length;
      }
    };
    await take(500_000);
    looked();
    expect(body.destroyed).toBe(false);
    await take(400_000);
    while (!body.writableNeedDrain) await new Promise(setImmediate);
    const failed = once(body, 'error');
    looked();
    expect(String((await failed)[0])).toBe('Error: The client reads too slowly');
    await ended.promise;
  });
});
