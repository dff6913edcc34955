import { describe, expect, it } from 'vitest';
import { contentProblem, DamagedError, SourceText } from '../../src/index.ts';
import { FakeClock, MemoryContents, memoryContentStore } from '../../testkit/memory/index.ts';

const { bytes } = SourceText.of({ steps: [1] });

async function stored(content: Uint8Array) {
  const contents = new MemoryContents();
  const store = memoryContentStore(new FakeClock(), contents);
  const ref = await store.stage(content, null);
  await store.publish(1, ref);
  return { contents, store, algo: { id: 1, ref, contentBytes: content.length } };
}

describe('the content of a record', () => {
  it('is right', async () => {
    const { store, algo } = await stored(bytes);
    expect(await contentProblem(store, algo)).toBeNull();
  });

  it('has another size, or is missing', async () => {
    const { store, algo } = await stored(bytes);
    expect(await contentProblem(store, { ...algo, contentBytes: 1 })).toBe('size');
    expect(await contentProblem(store, { ...algo, ref: 'another' })).toBe('missing');
  });

  it.each([
    ['a text that is no JSON', new TextEncoder().encode('{"a":')],
    ['no UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
    ['nothing', new Uint8Array()],
  ])('is no JSON: %s', async (_what, content) => {
    const { store, algo } = await stored(content);
    expect(await contentProblem(store, algo)).toBe('not JSON');
  });

  it('is damaged', async () => {
    const damaged = { read: () => Promise.reject(new DamagedError({ place: 'files', id: 1, field: 'content' })) };
    expect(await contentProblem(damaged, { id: 1, ref: 'ref', contentBytes: 1 })).toBe('damaged');
  });

  it('cannot be read now', async () => {
    const broken = { read: () => Promise.reject(new Error('no disk')) };
    await expect(contentProblem(broken, { id: 1, ref: 'ref', contentBytes: 1 })).rejects.toThrow('no disk');
  });
});
