import type { AlgoFileStore } from '../../../../src/index.ts';
import { FakeClock, MemoryFiles, memoryAlgoFileStore } from '../../../../testkit/memory/index.ts';
import type { AlgoFileStoreFixture } from '../../../../testkit/suites/index.ts';
import { type BrokenVariants, override, tick } from './broken.ts';

type ChangesOf = (port: AlgoFileStore, files: MemoryFiles) => Partial<AlgoFileStore>;

/** `opened` is called each time that the store is opened. */
const on = (changesOf: ChangesOf) => async (): Promise<AlgoFileStoreFixture> => {
  const files = new MemoryFiles();
  const clock = new FakeClock();
  const open = () => {
    const port = memoryAlgoFileStore(clock, files);
    return override(port, changesOf(port, files));
  };
  return {
    port: open(),
    clock,
    tellsTheDead: true,
    crash: async () => open(),
    dump: async () => files.dump(),
    reopen: async () => open(),
  };
};

export const brokenFiles: BrokenVariants<AlgoFileStoreFixture> = {
  'gives equal contents one reference': {
    fails: 'references of their own',
    open: on((port, files) => ({
      async stage(content) {
        const ref = await port.stage(content);
        const shared = ref.slice(ref.lastIndexOf('-') + 1);
        const staged = files.staged.get(ref);
        files.staged.delete(ref);
        if (staged !== undefined) files.staged.set(shared, staged);
        return shared;
      },
    })),
  },
  'takes work of a future date for work under way': {
    fails: 'began under a clock which was ahead',
    open: on((port, files) => ({
      async pending(now) {
        const ahead = [...files.staged].filter(([, { date }]) => date > now);
        for (const [ref] of ahead) files.staged.delete(ref);
        const found = await port.pending(now);
        for (const [ref, work] of ahead) files.staged.set(ref, work);
        return found;
      },
    })),
  },
  'takes the whole buffer behind a view': {
    fails: 'a view into a larger buffer',
    open: on((port) => ({ stage: (content) => port.stage(new Uint8Array(content.buffer)) })),
  },
  'decodes contents as text': {
    fails: 'byte for byte',
    open: on((port) => ({
      stage: (content) => port.stage(new TextEncoder().encode(new TextDecoder().decode(content))),
    })),
  },
  'takes empty content for none': {
    fails: 'byte for byte',
    open: on((port) => ({
      async read(id, ref) {
        const content = await port.read(id, ref);
        return content?.length === 0 ? null : content;
      },
    })),
  },
  'takes content away before it puts it in its place': {
    fails: 'never hides content from readers',
    open: on((port, files) => ({
      async publish(id, ref) {
        const staged = files.staged.get(ref);
        if (staged === undefined) return port.publish(id, ref);
        files.staged.delete(ref);
        await tick();
        files.published.set(id, { ref, content: staged.content });
      },
    })),
  },
  'reads whatever is published, and never asks for the reference': {
    fails: 'never gives the content of another reference',
    open: on((port, files) => ({
      read: async (id, ref) => files.published.get(id)?.content.slice() ?? port.read(id, ref),
    })),
  },
  'discards published content that is equal': {
    fails: 'nothing that was published',
    open: on((port, files) => ({
      async discard(ref) {
        const hash = ref.slice(ref.lastIndexOf('-'));
        for (const [id, kept] of files.published) if (kept.ref.endsWith(hash)) files.published.delete(id);
        await port.discard(ref);
      },
    })),
  },
  'publishes once only': {
    fails: 'publishes again and again',
    open: on((port, files) => ({
      async publish(id, ref) {
        if (!files.staged.has(ref)) throw new Error('nothing is staged');
        await port.publish(id, ref);
      },
    })),
  },
  'deletes by reference only': {
    fails: 'whose reference is not known',
    open: on((port) => ({
      async delete(id, ref) {
        if (ref !== null) await port.delete(id, ref);
      },
    })),
  },
  'loses staged content when the process dies': {
    fails: 'survives a crash after step 2 of 3 of creating',
    open: on((_port, files) => {
      files.staged.clear();
      return {};
    }),
  },
  'keeps announcements where they die with the process': {
    fails: 'survives a crash after step 2 of 3 of deleting',
    open: on((_port, files) => {
      files.deletions.clear();
      return {};
    }),
  },
  'forgets what it has reported': {
    fails: 'again until it is finished',
    open: on((port, files) => ({
      async pending(now) {
        const found = await port.pending(now);
        for (const work of found) if (work.kind === 'staged') files.staged.delete(work.ref);
        return found;
      },
    })),
  },
  'reports work that is under way': {
    fails: 'not before',
    open: on((port) => ({ pending: () => port.pending(Number.MAX_SAFE_INTEGER) })),
  },
  'reports nothing that its own process left': {
    fails: 'reports work of this process once it is older',
    open: on((port) => ({ pending: () => port.pending(0) })),
  },
  'keeps an announcement that was withdrawn': {
    fails: 'withdraws an announcement',
    open: on(() => ({ async withdraw() {} })),
  },
  'keeps replaced content for good': {
    fails: 'step 5 of 5 of replacing',
    open: on((port, files) => {
      const dump = files.dump.bind(files);
      return {
        async publish(id, ref) {
          const before = files.published.get(id);
          const text = new TextDecoder().decode(before?.content);
          if (before !== undefined && before.ref !== ref) files.dump = () => dump() + text;
          await port.publish(id, ref);
        },
      };
    }),
  },
};
