import { PENDING_AGE_MS } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import { BEYOND_32_BITS } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { bytesOf } from './bytes.ts';
import { type ContentStoreFixture, remove, save } from './fixture.ts';

export function addPublishTests(test: AddTest<ContentStoreFixture>): void {
  test('finds staged content by its reference only', async (fixture) => {
    const { port } = fixture;
    const old = await save(fixture, 1, { text: 'old' });
    const ref = await port.stage(bytesOf('new'), null);
    equal(await port.read(1, ref), bytesOf('new'));
    equal(await port.read(1, old), bytesOf('old'));
  });

  test('publishes repeatably', async (fixture) => {
    const { port } = fixture;
    const ids = [1, 1 + BEYOND_32_BITS, Number.MAX_SAFE_INTEGER];
    const refs: string[] = [];
    for (const id of ids) {
      const ref = await save(fixture, id, { text: `content ${id}` });
      for (let turn = 0; turn < 3; turn += 1) await port.publish(id, ref);
      refs.push(ref);
    }
    for (const [index, id] of ids.entries()) {
      equal(await port.read(id, present(refs[index])), bytesOf(`content ${id}`));
    }
  });

  test('ignores a publish of content that is neither staged nor published', async (fixture) => {
    const { port, clock } = fixture;
    const kept = await save(fixture, 1, { text: 'kept' });
    const forgotten = await port.stage(bytesOf('forgotten'), null);
    await port.discard(forgotten);
    for (const id of [1, 2]) await port.publish(id, forgotten);
    for (const id of [1, 2]) equal(await port.read(id, forgotten), null);
    equal(await port.read(1, kept), bytesOf('kept'));
    clock.advance(2 * PENDING_AGE_MS);
    equal(await port.pending(clock.now()), []);
  });

  test('replaces content', async (fixture) => {
    const { port } = fixture;
    const old = await save(fixture, 1, { text: 'old' });
    const ref = await save(fixture, 1, { text: 'new', replaces: old });
    await port.settled?.();
    equal(await port.read(1, ref), bytesOf('new'));
    equal(await port.read(1, old), null, 'the content before');
    for (let turn = 0; turn < 2; turn += 1) await port.discard(old);
    await port.publish(1, ref);
    equal(await port.read(1, ref), bytesOf('new'), 'after it was all done again');
  });

  test('never returns the content of another reference', async (fixture) => {
    const { port } = fixture;
    const [one, other] = [await save(fixture, 1, { text: 'one' }), await save(fixture, 2, { text: 'other' })];
    for (const [id, ref, own] of [
      [1, other, 'other'],
      [2, one, 'one'],
      [3, one, 'one'],
    ] as const) {
      const found = await port.read(id, ref);
      if (found !== null) equal(found, bytesOf(own));
    }
  });

  test('discards staged content, and no published content', async (fixture) => {
    const { port } = fixture;
    const published = await save(fixture, 1, { text: 'same' });
    const [staged, equalContent] = [await port.stage(bytesOf('staged'), null), await port.stage(bytesOf('same'), null)];
    for (const ref of [staged, staged, equalContent, equalContent]) await port.discard(ref);
    equal(await port.read(1, staged), null);
    equal(await port.read(2, equalContent), null);
    equal(await port.read(1, published), bytesOf('same'));
  });

  test('deletes the content of one algorithm, repeatably', async (fixture) => {
    const { port } = fixture;
    const [deleted, kept] = [await save(fixture, 1, { text: 'gone' }), await save(fixture, 11, { text: 'kept' })];
    await port.noteRemoval([deleted]);
    equal(await port.read(1, deleted), bytesOf('gone'), 'the removal is noted only');
    for (let turn = 0; turn < 2; turn += 1) await remove(port, 1, deleted);
    equal(await port.read(1, deleted), null);
    equal(await port.read(11, kept), bytesOf('kept'));
  });

  test('deletes content that was never published', async ({ port }) => {
    const staged = await port.stage(bytesOf('staged'), null);
    await remove(port, 1, staged);
    equal(await port.read(1, staged), null);
  });

  test('never hides content from readers while it is published', async (fixture) => {
    const { port } = fixture;
    let old = await save(fixture, 1, { text: 'turn 0' });
    for (let turn = 1; turn <= 20; turn += 1) {
      const ref = await port.stage(bytesOf(`turn ${turn}`), old);
      const reads = Array.from({ length: 8 }, (_, index) => port.read(1, index % 2 === 0 ? ref : old));
      const publishing = port.publish(1, ref);
      const later = Array.from({ length: 8 }, (_, index) => port.read(1, index % 2 === 0 ? ref : old));
      for (const [index, found] of (await Promise.all([...reads, ...later])).entries()) {
        if (index % 2 === 0) equal(found, bytesOf(`turn ${turn}`), 'the new reference');
        else if (found !== null) equal(found, bytesOf(`turn ${turn - 1}`), 'the old reference');
      }
      await publishing;
      old = ref;
    }
  });

  test('works on many algorithms at once', async (fixture) => {
    const { port } = fixture;
    const ids = Array.from({ length: 40 }, (_, index) => index + 1);
    const kept = await Promise.all(
      ids.map(async (id) => {
        const old = await save(fixture, id, { text: `old ${id}` });
        const ref = await save(fixture, id, { text: `new ${id}`, replaces: old });
        if (id % 4 === 0) await remove(port, id, ref);
        return ref;
      }),
    );
    for (const id of ids) {
      equal(await port.read(id, present(kept[id - 1])), id % 4 === 0 ? null : bytesOf(`new ${id}`), `algorithm ${id}`);
    }
  });
}
