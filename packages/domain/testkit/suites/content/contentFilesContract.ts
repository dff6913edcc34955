import type { ContentFiles, FileChange } from '@algotheque/domain';
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
        write: () => files.apply([{ id: 1, content: { ref, bytes: content, isNew: false } }]),
        remove: () => files.apply([{ id: 1, content: null }]),
        read: () => files.read(1, ref),
      };
    });
  });
}

/** A change that writes this content. */
function writing(port: ContentFiles, id: number, bytes: Uint8Array, isNew = false) {
  const ref = port.newRef(bytes);
  return { id, content: { ref, bytes, isNew } } satisfies FileChange;
}

const removal = (id: number): FileChange => ({ id, content: null });

async function applied(port: ContentFiles, ...changes: readonly FileChange[]): Promise<void> {
  equal(
    await port.apply(changes),
    changes.map(() => null),
    'the outcomes',
  );
}

function addFileTests(test: AddTest<Fixture<ContentFiles>>): void {
  test('reads what was written, and only by its own reference', async ({ port }) => {
    for (const id of [1, 1 + BEYOND_32_BITS, Number.MAX_SAFE_INTEGER]) {
      const change = writing(port, id, bytesOf(`content ${id}`), id === 1);
      const { ref, bytes } = change.content;
      equal(await port.read(id, ref), null, 'before');
      await applied(port, change);
      equal(await port.read(id, ref), bytes, 'written');
      equal(await port.read(id, port.newRef(bytesOf('other'))), null, 'another reference');
    }
  });

  test('writes and removes many files at once', async ({ port }) => {
    const ids = Array.from({ length: 20 }, (_, at) => at + 1);
    const changes = ids.map((id) => writing(port, id, bytesOf(`content ${id}`), true));
    await applied(port, ...changes);
    const later = changes.map((change) => (change.id % 2 === 0 ? removal(change.id) : change));
    await applied(port, ...later);
    for (const { id, content } of changes) {
      equal(await port.read(id, content.ref), id % 2 === 0 ? null : content.bytes, String(id));
    }
    await applied(port);
  });

  test('takes an empty content and a large one', async ({ port }) => {
    const changes = [0, 300_000].map((size, at) => writing(port, at + 1, new Uint8Array(size).fill(91)));
    await applied(port, ...changes);
    for (const { id, content } of changes) equal(await port.read(id, content.ref), content.bytes, String(id));
  });

  test('writes the bytes of a view, not those around it', async ({ port }) => {
    const change = writing(port, 1, bytesOf('before[1]after').subarray(6, 9));
    await applied(port, change);
    equal(await port.read(1, change.content.ref), bytesOf('[1]'));
    equal(change.content.bytes, bytesOf('[1]'), 'the bytes of the caller');
  });

  test('replaces the content of a file, also of one that the caller does not know of', async ({ port }) => {
    for (const isNew of [false, true]) {
      const before = writing(port, 1, bytesOf('a longer old content'));
      await applied(port, before);
      const next = writing(port, 1, bytesOf('new'), isNew);
      for (let turn = 0; turn < 2; turn += 1) await applied(port, next);
      equal(await port.read(1, next.content.ref), next.content.bytes, `new: ${isNew}`);
      equal(await port.read(1, before.content.ref), null, 'what was replaced');
    }
  });

  test('removes the file of one algorithm, repeatably', async ({ port }) => {
    const [one, other] = [writing(port, 1, bytesOf('[1]')), writing(port, 11, bytesOf('[11]'))];
    await applied(port, one, other);
    for (let turn = 0; turn < 2; turn += 1) await applied(port, removal(1));
    equal(await port.read(1, one.content.ref), null);
    equal(await port.read(11, other.content.ref), other.content.bytes);
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
    const change = writing(fixture.port, 1, bytesOf('kept'));
    await applied(fixture.port, change);
    equal(await (await fixture.reopen()).read(1, change.content.ref), change.content.bytes);
  });
}
