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

export const brokenContentFiles: BrokenVariants<Fixture<ContentFiles>> = {
  'reads without checking the reference': {
    fails: 'only by its own reference',
    open: on((_port, disk) => ({ read: async (id) => disk.files.get(id)?.content ?? null })),
  },
  'keeps the content that is there': {
    fails: 'replaces the content of a file',
    open: on((port, disk) => ({
      async write(id, ref, content) {
        const kept = disk.files.get(id);
        return port.write(id, kept?.ref ?? ref, kept?.content ?? content);
      },
    })),
  },
  'keeps the file of a removed algorithm': {
    fails: 'removes the file of one algorithm',
    open: on(() => ({ async remove() {} })),
  },
  'brings a removed file back when its content is synced': {
    fails: 'removes the file of one algorithm',
    open: on((port) => ({
      async write(id, ref, content) {
        const file = await port.write(id, ref, content);
        return { ...file, sync: async () => void (await port.write(id, ref, content)) };
      },
    })),
  },
  'gives equal contents one reference': {
    fails: 'names equal contents by different references',
    open: on((port) => ({ newRef: (content) => `${'0'.repeat(32)}-${port.newRef(content).slice(33)}` })),
  },
};
