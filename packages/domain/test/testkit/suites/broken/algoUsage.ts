import { rightOn } from '../../../../src/index.ts';
import { memoryAlgoRepository } from '../../../../testkit/memory/index.ts';
import { onData } from './broken.ts';

const on = onData(memoryAlgoRepository);

/** Faults of the sums for quotas. */
export const brokenAlgoUsage = [
  on(
    'counts shared records too',
    'counts the algorithms of an owner and the bytes of their content',
    (_port, data) => ({
      async usage(ownerId) {
        const all = [...data.algos.values()].filter((algo) => rightOn(algo, ownerId) !== null);
        return { algos: all.length, bytes: all.reduce((sum, { contentBytes }) => sum + contentBytes, 0) };
      },
    }),
  ),
  on('counts no shares', 'counts each right and each share that waits', (_port, data) => ({
    async usage(ownerId) {
      const own = [...data.algos.values()].filter((algo) => algo.ownerId === ownerId);
      return { algos: own.length, bytes: own.reduce((sum, { contentBytes }) => sum + contentBytes, 0) };
    },
  })),
  on('counts every repetition of an insert', 'counts a repeated insert once', (port) => {
    const used = { algos: 0, bytes: 0 };
    return {
      insert(algo) {
        used.algos += 1;
        used.bytes += algo.contentBytes;
        return port.insert(algo);
      },
      usage: async () => ({ ...used }),
    };
  }),
  on('counts bytes in 32 bits', 'more bytes than 32 bits hold', (port) => ({
    async usage(ownerId) {
      const { algos, bytes } = await port.usage(ownerId);
      return { algos, bytes: bytes | 0 };
    },
  })),
  on('keeps the size of the first content', 'changes only the fields that a commit names', (port) => ({
    compareAndSet: (id, version, { contentBytes: _, ...changes }) => port.compareAndSet(id, version, changes),
  })),
];
