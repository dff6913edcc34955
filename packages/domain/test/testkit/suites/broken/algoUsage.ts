import { type AlgoRepository, rightOn, type Usage } from '../../../../src/index.ts';
import { memoryAlgoRepository } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { type BrokenVariants, onData } from './broken.ts';

const on = onData(memoryAlgoRepository);

/** Faults of the sums for quotas. */
export const brokenAlgoUsage: BrokenVariants<Fixture<AlgoRepository>> = {
  'counts shared records too': {
    fails: 'counts the algorithms of an owner and the bytes of their content',
    open: on((_port, data) => ({
      async usage(ownerId) {
        const all = [...data.algos.values()].filter((algo) => rightOn(algo, ownerId) !== null);
        return { algos: all.length, bytes: all.reduce((sum, { contentBytes }) => sum + contentBytes, 0) };
      },
    })),
  },
  'counts no shares': {
    fails: 'counts each right and each share that waits',
    open: on((_port, data) => ({
      async usage(ownerId) {
        const own = [...data.algos.values()].filter((algo) => algo.ownerId === ownerId);
        return { algos: own.length, bytes: own.reduce((sum, { contentBytes }) => sum + contentBytes, 0) };
      },
    })),
  },
  'counts deleted records': {
    fails: 'counts the algorithms of an owner and the bytes of their content',
    open: on((port) => {
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
  },
  'counts every repetition of an insert': {
    fails: 'counts a repeated insert once',
    open: on((port) => {
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
  },
  'counts bytes in 32 bits': {
    fails: 'more bytes than 32 bits hold',
    open: on((port) => ({
      async usage(ownerId) {
        const { algos, bytes } = await port.usage(ownerId);
        return { algos, bytes: bytes | 0 };
      },
    })),
  },
  'caches the first count': {
    fails: 'counts the algorithms of an owner and the bytes of their content',
    open: on((port) => {
      const kept = new Map<number, Usage>();
      return {
        async usage(ownerId) {
          const found = kept.get(ownerId) ?? (await port.usage(ownerId));
          kept.set(ownerId, found);
          return found;
        },
      };
    }),
  },
  'keeps the size of the first content': {
    fails: 'changes only the fields that a commit names',
    open: on((port) => ({
      compareAndSet: (id, version, { contentBytes: _, ...changes }) => port.compareAndSet(id, version, changes),
    })),
  },
};
