import { type ContentStore, type ListedContent, PENDING_AGE_MS } from '@algotheque/domain';
import { equal } from '../assert.ts';
import type { AddTest } from '../suite.ts';
import { bytesOf } from './bytes.ts';
import { type ContentStoreFixture, save, saveAndKeep } from './fixture.ts';

/** Former versions, the bin, and what a store lists of its contents. */
export function addFormerTests(test: AddTest<ContentStoreFixture>): void {
  test('keeps former contents beside what replaces them', async (fixture) => {
    const { port } = fixture;
    const refs = [await save(fixture, 1, { text: 'version 1' })];
    for (const text of ['version 2', 'version 3', 'version 4']) refs.push(await saveAndKeep(port, 1, last(refs), text));
    const texts = ['version 1', 'version 2', 'version 3', 'version 4'];
    for (const [index, ref] of refs.entries()) equal(await port.read(1, ref), bytesOf(texts[index] ?? ''), `${index}`);
    await port.deleteFormer(1, refs[1] ?? '', false);
    equal(await port.read(1, refs[1] ?? ''), null, 'the removed one');
    for (const index of [0, 2, 3]) equal(await port.read(1, refs[index] ?? ''), bytesOf(texts[index] ?? ''));
  });

  test('keeps a former content repeatably, and says when there is none', async (fixture) => {
    const { port } = fixture;
    const ref = await save(fixture, 1, { text: 'kept' });
    for (let turn = 0; turn < 2; turn += 1) equal(await port.keep(1, ref), true);
    await port.publish(1, await port.stage(bytesOf('next'), null));
    equal(await port.keep(1, ref), true, 'after it was replaced');
    equal(await port.read(1, ref), bytesOf('kept'));
    for (let turn = 0; turn < 2; turn += 1) await port.deleteFormer(1, ref, false);
    equal(await port.read(1, ref), null);
  });

  test('removes no content that a record names still', async (fixture) => {
    const { port, clock } = fixture;
    const ref = await save(fixture, 1, { text: 'named' });
    await port.keep(1, ref);
    await port.noteRemoval([ref]);
    await port.deleteFormer(1, ref, true);
    await port.settled?.();
    equal(await port.read(1, ref), bytesOf('named'));
    clock.advance(2 * PENDING_AGE_MS);
    equal(await port.pending(clock.now()), []);
  });

  test('keeps a former content that is staged still', async ({ port, clock }) => {
    const ref = await port.stage(bytesOf('former'), null);
    equal(await port.keep(1, ref), true);
    equal(await port.read(1, ref), bytesOf('former'));
    await port.settled?.();
    clock.advance(2 * PENDING_AGE_MS);
    equal(await port.pending(clock.now()), [], 'no note is left');
  });

  test('moves a content to the bin and back, repeatably', async (fixture) => {
    const { port } = fixture;
    const [ref, other] = [await save(fixture, 1, { text: 'moved' }), await save(fixture, 2, { text: 'other' })];
    for (const to of ['bin', 'bin', 'records', 'records', 'bin'] as const) {
      await port.move(1, ref, to);
      equal(await port.read(1, ref), bytesOf('moved'), to);
    }
    await port.delete(1, ref, 'records');
    if (port.listContents !== undefined) equal(await port.read(1, ref), bytesOf('moved'), 'that of the bin stays');
    await port.delete(1, ref, 'bin');
    equal(await port.read(1, ref), null);
    equal(await port.read(2, other), bytesOf('other'));
  });

  test('lists its contents', async (fixture) => {
    const { port } = fixture;
    if (port.listContents === undefined) return;
    equal(await namesOf(port), []);
    const first = await save(fixture, 1, { text: 'first' });
    await saveAndKeep(port, 1, first, 'second');
    const binned = await save(fixture, 2, { text: 'binned' });
    await port.move(2, binned, 'bin');
    await port.stage(bytesOf('staged'), null);
    equal(await namesOf(port), ['bin 2', `former 1 ${first}`, 'records 1']);
  });
}

const last = (refs: readonly string[]): string => refs.at(-1) ?? '';

async function namesOf(port: ContentStore): Promise<readonly string[]> {
  const listed: ListedContent[] = [];
  for await (const batch of port.listContents?.() ?? []) listed.push(...batch);
  return listed.map((one) => Object.values(one).join(' ')).sort();
}
