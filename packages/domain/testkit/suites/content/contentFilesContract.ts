import type { ContentFiles } from '@algotheque/domain';
import { equal, ok } from '../assert.ts';
import { addHealthTests } from '../capabilities.ts';
import type { Fixture, Lacks, OpenFixture, Runner } from '../runner.ts';
import { BEYOND_32_BITS } from '../samples.ts';
import { type AddTest, suite } from '../suite.ts';
import { bytesOf } from './bytes.ts';

/** What every ContentFiles promises. */
export function contentFilesContract(runner: Runner, open: OpenFixture<ContentFiles>, lacks: Lacks = {}): void {
  suite({ runner, name: 'ContentFiles', open, lacks }, (test) => {
    addFileTests(test);
    const content = bytesOf('[]');
    addHealthTests(test, async (files) => {
      const ref = files.newRef(content);
      return {
        write: () => files.write(1, ref, content),
        remove: () => files.remove(1),
        syncNames: () => files.syncNames(),
        read: () => files.read(1, ref),
      };
    });
  });
}

function addFileTests(test: AddTest<Fixture<ContentFiles>>): void {
  test('reads what was written, durable or not, and only by its own reference', async ({ port }) => {
    for (const id of [1, 1 + BEYOND_32_BITS, Number.MAX_SAFE_INTEGER]) {
      const content = bytesOf(`content ${id}`);
      const [ref, other] = [port.newRef(content), port.newRef(bytesOf('other'))];
      equal(await port.read(id, ref), null, 'before');
      const file = await port.write(id, ref, content, id === 1);
      equal(await port.read(id, ref), content, 'written');
      await file.sync();
      await port.syncNames();
      equal(await port.read(id, ref), content, 'durable');
      equal(await port.read(id, other), null, 'another reference');
    }
  });

  test('replaces the content of a file, also of one that the caller does not know of', async ({ port }) => {
    const [old, next] = [bytesOf('a longer old content'), bytesOf('new')];
    const [before, ref] = [port.newRef(old), port.newRef(next)];
    for (const isNew of [false, true]) {
      await (await port.write(1, before, old)).drop();
      for (let turn = 0; turn < 2; turn += 1) await (await port.write(1, ref, next, isNew)).sync();
      equal(await port.read(1, ref), next, `new: ${isNew}`);
      equal(await port.read(1, before), null, 'what was replaced');
    }
  });

  test('removes the file of one algorithm, repeatably', async ({ port }) => {
    const [one, other] = [bytesOf('[1]'), bytesOf('[11]')];
    const [ref, kept] = [port.newRef(one), port.newRef(other)];
    const written = await port.write(1, ref, one);
    await (await port.write(11, kept, other)).sync();
    for (let turn = 0; turn < 2; turn += 1) await port.remove(1);
    await written.sync();
    await port.syncNames();
    equal(await port.read(1, ref), null);
    equal(await port.read(11, kept), other);
  });

  test('names equal contents by different references, and knows the content of each', async ({ port }) => {
    const content = bytesOf('same');
    const [one, other] = [port.newRef(content), port.newRef(content)];
    ok(one !== other, 'equal contents got one reference');
    for (const ref of [one, other]) ok(port.isContentOf(ref, content), `${ref} does not fit its content`);
    ok(!port.isContentOf(one, bytesOf('other')), 'the reference fits another content');
  });

  test('says where a file is', async ({ port }) => {
    ok(port.locate(41).includes('41'), `${port.locate(41)} does not name the algorithm`);
  });

  test('keeps files over a restart', { needs: 'reopen' }, async (fixture) => {
    const content = bytesOf('kept');
    const ref = fixture.port.newRef(content);
    await (await fixture.port.write(1, ref, content)).sync();
    await fixture.port.syncNames();
    equal(await (await fixture.reopen()).read(1, ref), content);
  });
}
