import type { ContentFiles } from '../../../../src/index.ts';
import { MemoryDisk, memoryContentFiles } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { type BrokenVariants, override } from './broken.ts';

const on = (changesOf: (port: ContentFiles, disk: MemoryDisk) => Partial<ContentFiles>) => async () => {
  const disk = new MemoryDisk();
  const open = (): ContentFiles => {
    const port = memoryContentFiles(disk);
    return override(port, changesOf(port, disk));
  };
  return { port: open(), reopen: async () => open() } satisfies Fixture<ContentFiles>;
};

/** Writes other bytes than those that it gets. */
const withBytes = (port: ContentFiles, changed: (bytes: Uint8Array) => Uint8Array): Pick<ContentFiles, 'apply'> => ({
  apply: (changes) =>
    port.apply(
      changes.map(({ id, content }) => ({ id, content: content && { ...content, bytes: changed(content.bytes) } })),
    ),
});

export const brokenContentFiles: BrokenVariants<Fixture<ContentFiles>> = {
  'reads without checking the reference': {
    fails: 'only by its own reference',
    open: on((_port, disk) => ({ read: async (id) => disk.files.get(id)?.content ?? null })),
  },
  'keeps the content that is there': {
    fails: 'replaces the content of a file',
    open: on((port, disk) => ({
      apply: (changes) => port.apply(changes.filter(({ id, content }) => content === null || !disk.files.has(id))),
    })),
  },
  'keeps the file of a removed algorithm': {
    fails: 'removes the file of one algorithm',
    open: on((port) => ({ apply: (changes) => port.apply(changes.filter(({ content }) => content !== null)) })),
  },
  'writes the first of many': {
    fails: 'writes and removes many files at once',
    open: on((port) => ({
      apply: async (changes) => [...(await port.apply(changes.slice(0, 1))), ...changes.slice(1).map(() => null)],
    })),
  },
  'writes all that the memory of a view has': {
    fails: 'writes the bytes of a view',
    open: on((port) => withBytes(port, (bytes) => new Uint8Array(bytes.buffer))),
  },
  'cuts off large contents': {
    fails: 'an empty content and a large one',
    open: on((port) => withBytes(port, (bytes) => bytes.subarray(0, 65_536))),
  },
  'gives equal contents one reference': {
    fails: 'names equal contents by different references',
    open: on((port) => ({ newRef: (content) => `${'0'.repeat(32)}-${port.newRef(content).slice(33)}` })),
  },
};
