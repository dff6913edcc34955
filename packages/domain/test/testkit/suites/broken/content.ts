import type { ContentStore } from '../../../../src/index.ts';
import { FakeClock, MemoryContents, memoryContentStore } from '../../../../testkit/memory/index.ts';
import type { ContentStoreFixture } from '../../../../testkit/suites/index.ts';
import { type BrokenVariants, override, tick } from './broken.ts';

type ChangesOf = (port: ContentStore, contents: MemoryContents) => Partial<ContentStore>;

/** `opened` is called each time that the store is opened. */
const on = (changesOf: ChangesOf) => async (): Promise<ContentStoreFixture> => {
  const contents = new MemoryContents();
  const clock = new FakeClock();
  const open = () => {
    const port = memoryContentStore(clock, contents);
    return override(port, changesOf(port, contents));
  };
  return {
    port: open(),
    clock,
    distinguishesProcesses: true,
    tellsDamage: true,
    async damage(key) {
      contents.damaged.add(String(key));
      return { place: 'memory', id: key, field: 'content' };
    },
    crash: async () => open(),
    dump: async () => contents.dump(),
    reopen: async () => open(),
  };
};

export const brokenFiles: BrokenVariants<ContentStoreFixture> = {
  'gives equal contents one reference': {
    fails: 'gives different references to equal contents that are staged at the same moment',
    open: on((port, contents) => ({
      async stage(content) {
        const ref = await port.stage(content, null);
        const shared = ref.slice(ref.lastIndexOf('-') + 1);
        const staged = contents.staged.get(ref);
        contents.staged.delete(ref);
        if (staged !== undefined) contents.staged.set(shared, staged);
        return shared;
      },
    })),
  },
  'treats damaged content as absent': {
    fails: 'rejects for damaged staged content',
    open: on((port) => ({ read: async (id, ref) => port.read(id, ref).catch(() => null) })),
  },
  'treats work of a future date as running work': {
    fails: 'reports work that began while the clock was ahead',
    open: on((port, contents) => ({
      async pending(now) {
        const ahead = [...contents.staged].filter(([, { date }]) => date > now);
        for (const [ref] of ahead) contents.staged.delete(ref);
        const found = await port.pending(now);
        for (const [ref, work] of ahead) contents.staged.set(ref, work);
        return found;
      },
    })),
  },
  'stores the whole buffer of a view': {
    fails: 'a view into a larger buffer',
    open: on((port) => ({ stage: (content) => port.stage(new Uint8Array(content.buffer), null) })),
  },
  'decodes contents as text': {
    fails: 'returns staged and published contents byte for byte',
    open: on((port) => ({
      stage: (content) => port.stage(new TextEncoder().encode(new TextDecoder().decode(content)), null),
    })),
  },
  'treats empty content as absent': {
    fails: 'returns staged and published contents byte for byte',
    open: on((port) => ({
      async read(id, ref) {
        const content = await port.read(id, ref);
        return content?.length === 0 ? null : content;
      },
    })),
  },
  'removes content before it publishes the new one': {
    fails: 'never hides content from readers',
    open: on((port, contents) => ({
      async publish(id, ref) {
        const staged = contents.staged.get(ref);
        if (staged === undefined) return port.publish(id, ref);
        contents.staged.delete(ref);
        await tick();
        contents.records.set(id, { ref, content: staged.content });
      },
    })),
  },
  'reads published content without checking the reference': {
    fails: 'never returns the content of another reference',
    open: on((port, contents) => ({
      read: async (id, ref) => contents.records.get(id)?.content.slice() ?? port.read(id, ref),
    })),
  },
  'discards published content that is equal': {
    fails: 'discards staged content',
    open: on((port, contents) => ({
      async discard(ref) {
        const hash = ref.slice(ref.lastIndexOf('-'));
        for (const [id, kept] of contents.records) if (kept.ref.endsWith(hash)) contents.records.delete(id);
        await port.discard(ref);
      },
    })),
  },
  'publishes once only': {
    fails: 'publishes repeatably',
    open: on((port, contents) => ({
      async publish(id, ref) {
        if (!contents.staged.has(ref)) throw new Error('nothing is staged');
        await port.publish(id, ref);
      },
    })),
  },
  'loses staged content when the process dies': {
    fails: 'survives a crash after step 2 of 3 of creating',
    open: on((_port, contents) => {
      contents.staged.clear();
      return {};
    }),
  },
  'reports work only once': {
    fails: 'reports each piece of work once in a call',
    open: on((port, contents) => ({
      async pending(now) {
        const found = await port.pending(now);
        for (const ref of found) contents.staged.delete(ref);
        return found;
      },
    })),
  },
  'reports running work': {
    fails: 'reports work of this process when it is older than any request',
    open: on((port) => ({ pending: () => port.pending(Number.MAX_SAFE_INTEGER) })),
  },
  'reports nothing of its own process': {
    fails: 'reports work of this process when it is older than any request',
    open: on((port) => ({ pending: () => port.pending(0) })),
  },
  'never removes replaced content': {
    fails: 'step 6 of 6 of replacing twice',
    open: on((port, contents) => {
      const dump = contents.dump.bind(contents);
      return {
        async publish(id, ref) {
          const before = contents.records.get(id);
          const text = new TextDecoder().decode(before?.content);
          if (before !== undefined && before.ref !== ref) contents.dump = () => dump() + text;
          await port.publish(id, ref);
        },
      };
    }),
  },
  'copies no former content': {
    fails: 'keeps former contents beside what replaces them',
    open: on(() => ({ keep: async () => true })),
  },
  'removes what it keeps with what replaces it': {
    fails: 'of replacing, and keeping a former version',
    open: on((port, contents) => ({
      async publish(id, ref) {
        await port.publish(id, ref);
        contents.formers.clear();
      },
    })),
  },
  'leaves the content of a record that is in the bin': {
    fails: 'lists its names',
    open: on((_port, contents) => ({
      async move(id, _ref, to) {
        const kept = contents[to === 'bin' ? 'records' : 'bin'].get(id);
        if (kept !== undefined) contents[to].set(id, kept);
      },
    })),
  },
  'removes a content wherever it is': {
    fails: 'moves a content to the bin and back',
    open: on((port) => ({
      async delete(id, ref) {
        await port.delete(id, ref, 'records');
        await port.delete(id, ref, 'bin');
      },
    })),
  },
  'has no names of former versions': {
    fails: 'lists its names',
    open: on((port) => ({
      async *names() {
        for await (const batch of port.names?.() ?? []) yield batch.filter(({ kind }) => kind !== 'former');
      },
    })),
  },
};
