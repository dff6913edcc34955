import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteCache } from '../../src/work.ts';

const MAX_BYTES = 10_000;
/** The bytes that an entry counts besides its content. */
const ENTRY_BYTES = 512;

interface Entry {
  readonly key: string;
  readonly content: Uint8Array;
}

/** A simple model of the cache: a list, with the last used entry at the end. */
class Model {
  entries: Entry[] = [];

  get(key: string): Uint8Array | undefined {
    const found = this.entries.find((entry) => entry.key === key);
    if (found !== undefined) this.entries = [...this.#without(key), found];
    return found?.content;
  }

  put(key: string, content: Uint8Array): void {
    this.entries = this.#without(key);
    if (ENTRY_BYTES + content.length > MAX_BYTES / 8) return;
    this.entries.push({ key, content });
    while (this.bytes() > MAX_BYTES) this.entries.shift();
  }

  delete(key: string): void {
    this.entries = this.#without(key);
  }

  bytes(): number {
    return this.entries.reduce((sum, { content }) => sum + ENTRY_BYTES + content.length, 0);
  }

  #without(key: string): Entry[] {
    return this.entries.filter((entry) => entry.key !== key);
  }
}

const key = fc.integer({ min: 0, max: 25 }).map(String);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('put' as const), key, size: fc.nat({ max: 800 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('get' as const), key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), key }) },
);

describe('the cache of contents', () => {
  it('keeps the contents that were used last, up to its size', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
        const [cache, model] = [new ByteCache(MAX_BYTES), new Model()];
        steps.forEach((each, index) => {
          if (each.kind === 'get') {
            expect(cache.get(each.key)).toEqual(model.get(each.key));
          } else if (each.kind === 'delete') {
            for (const either of [cache, model]) either.delete(each.key);
          } else {
            const content = new Uint8Array(each.size).fill(index);
            for (const either of [cache, model]) either.put(each.key, content);
          }
        });
        expect(model.bytes()).toBeLessThanOrEqual(MAX_BYTES);
        for (let each = 0; each <= 25; each += 1) expect(cache.get(`${each}`)).toEqual(model.get(`${each}`));
      }),
    );
  });

  it('keeps a content as it is, and of a part of a larger buffer a copy', () => {
    const cache = new ByteCache(MAX_BYTES);
    const whole = new Uint8Array(2);
    cache.put('whole', whole);
    expect(cache.get('whole')).toBe(whole);
    const given = new Uint8Array(100_000).subarray(0, 2);
    cache.put('a', given);
    given[0] = 1;
    const got = cache.get('a');
    expect(got).toEqual(Uint8Array.of(0, 0));
    expect(got?.buffer.byteLength).toBe(2);
  });
});
