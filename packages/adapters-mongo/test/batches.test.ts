import { describe, expect, it } from 'vitest';
import { Batches } from '../src/content/batches.ts';

/** Batches of texts. The works and the waits for more items end when the test says so. */
function setUp() {
  const works: { readonly items: readonly string[]; end(): void; fail(reason: Error): void }[] = [];
  const gathers: { end(): void }[] = [];
  const batches = new Batches<string>(
    (items) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      works.push({ items: [...items], end: resolve, fail: reject });
      return promise;
    },
    () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gathers.push({ end: resolve });
      return promise;
    },
  );
  return { batches, works, gathers, asked: () => works.map(({ items }) => items) };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('what is added while a batch runs is the next batch', async () => {
  const { batches, works, gathers, asked } = setUp();
  const first = batches.add('a');
  await turn();
  const others = [batches.add('b'), batches.add('c')];
  await turn();
  expect(asked()).toEqual([['a']]);
  works[0]?.end();
  await first;
  await turn();
  expect(asked()).toEqual([['a'], ['b', 'c']]);
  works[1]?.end();
  await Promise.all(others);
  expect(gathers).toHaveLength(0);
});

describe('after a batch of several items', () => {
  async function afterTwo() {
    const scene = setUp();
    const together = [scene.batches.add('a'), scene.batches.add('b')];
    await turn();
    scene.works[0]?.end();
    await Promise.all(together);
    return scene;
  }

  it('the next batch waits for more items, and the one after a single item does not', async () => {
    const { batches, works, gathers, asked } = await afterTwo();
    const third = batches.add('c');
    await turn();
    expect(asked(), 'gathers').toEqual([['a', 'b']]);
    gathers[0]?.end();
    await turn();
    expect(asked()).toEqual([['a', 'b'], ['c']]);
    works[1]?.end();
    await third;
    void batches.add('d');
    await turn();
    expect(asked()).toEqual([['a', 'b'], ['c'], ['d']]);
    expect(gathers).toHaveLength(1);
  });

  it('what is added while the next one waits is part of it', async () => {
    const { batches, gathers, asked } = await afterTwo();
    void batches.add('c');
    await turn();
    void batches.add('d');
    gathers[0]?.end();
    await turn();
    expect(asked()).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });
});

it('a batch that fails fails for its own items only', async () => {
  const { batches, works } = setUp();
  const first = batches.add('a');
  await turn();
  const second = batches.add('b');
  works[0]?.fail(new Error('no primary'));
  await expect(first).rejects.toThrow('no primary');
  await turn();
  works[1]?.end();
  await expect(second).resolves.toBeUndefined();
});
