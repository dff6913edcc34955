import { rightOn, type Usage } from '../../../../src/index.ts';
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
  on('counts deleted records', 'counts the algorithms of an owner and the bytes of their content', (port) => {
    const deleted = { algos: 0, bytes: 0 };
    return {
      async delete(id, version) {
        const isDeleted = await port.delete(id, version);
        if (isDeleted) deleted.algos += 1;
        return isDeleted;
      },
      async usage(ownerId) {
        const { algos, bytes } = await port.usage(ownerId);
        return { algos: algos + deleted.algos, bytes };
      },
    };
  }),
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
  on('caches the first count', 'counts the algorithms of an owner and the bytes of their content', (port) => {
    const kept = new Map<number, Usage>();
    return {
      async usage(ownerId) {
        const found = kept.get(ownerId) ?? (await port.usage(ownerId));
        kept.set(ownerId, found);
        return found;
      },
    };
  }),
  on('keeps the size of the first content', 'changes only the fields that a commit names', (port) => ({
    compareAndSet: (id, version, { contentBytes: _, ...changes }) => port.compareAndSet(id, version, changes),
  })),
];
