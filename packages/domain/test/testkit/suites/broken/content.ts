import type { ContentStore } from '../../../../src/index.ts';
import type { MemoryContents } from '../../../../testkit/memory/index.ts';
import { filesFixture } from '../../memory/memoryFixtures.ts';
import { brokenBy, type ChangesOf, override, tick } from './broken.ts';

const on = brokenBy((changesOf: ChangesOf<ContentStore, MemoryContents>) =>
  filesFixture((port, contents) => override(port, changesOf(port, contents))),
);

const IGNORES_ABSENT = 'ignores a publish of content that is neither staged nor published';

export const brokenFiles = [
  on(
    'gives equal contents one reference',
    'gives different references to equal contents that are staged at the same moment',
    (port, contents) => ({
      async stage(content) {
        const ref = await port.stage(content, null);
        const shared = ref.slice(ref.lastIndexOf('-') + 1);
        const staged = contents.staged.get(ref);
        contents.staged.delete(ref);
        if (staged !== undefined) contents.staged.set(shared, staged);
        return shared;
      },
    }),
  ),
  on('treats damaged content as absent', 'rejects for damaged staged content', (port) => ({
    read: async (id, ref) => port.read(id, ref).catch(() => null),
  })),
  on(
    'treats work of a future date as running work',
    'reports work that began while the clock was ahead',
    (port, contents) => ({
      async pending(now) {
        const ahead = [...contents.staged].filter(([, { date }]) => date > now);
        for (const [ref] of ahead) contents.staged.delete(ref);
        const found = await port.pending(now);
        for (const [ref, work] of ahead) contents.staged.set(ref, work);
        return found;
      },
    }),
  ),
  on('stores the whole buffer of a view', 'a view into a larger buffer', (port) => ({
    stage: (content) => port.stage(new Uint8Array(content.buffer), null),
  })),
  on('decodes contents as text', 'returns staged and published contents byte for byte', (port) => ({
    stage: (content) => port.stage(new TextEncoder().encode(new TextDecoder().decode(content)), null),
  })),
  on('removes content before it publishes the new one', 'never hides content from readers', (port, contents) => ({
    async publish(id, ref) {
      const staged = contents.staged.get(ref);
      if (staged === undefined) return port.publish(id, ref);
      contents.staged.delete(ref);
      await tick();
      contents.records.set(id, { ref, content: staged.content });
    },
  })),
  on(
    'reads published content without checking the reference',
    'never returns the content of another reference',
    (port, contents) => ({
      read: async (id, ref) => contents.records.get(id)?.content.slice() ?? port.read(id, ref),
    }),
  ),
  on('discards published content that is equal', 'discards staged content', (port, contents) => ({
    async discard(ref) {
      const hash = ref.slice(ref.lastIndexOf('-'));
      for (const [id, kept] of contents.records) if (kept.ref.endsWith(hash)) contents.records.delete(id);
      await port.discard(ref);
    },
  })),
  on('publishes once only', 'publishes repeatably', (port, contents) => ({
    async publish(id, ref) {
      if (!contents.staged.has(ref)) throw new Error('nothing is staged');
      await port.publish(id, ref);
    },
  })),
  on(
    'loses staged content when the process dies',
    'survives a crash after step 2 of 3 of creating',
    (_port, contents) => {
      contents.staged.clear();
      return {};
    },
  ),
  on('reports work only once', 'reports each piece of work once in a call', (port, contents) => ({
    async pending(now) {
      const found = await port.pending(now);
      for (const ref of found) contents.staged.delete(ref);
      return found;
    },
  })),
  on('reports running work', 'reports work of this process when it is older than any request', (port) => ({
    pending: () => port.pending(Number.MAX_SAFE_INTEGER),
  })),
  on('never removes replaced content', 'step 6 of 6 of replacing twice', (port, contents) => {
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
  on('copies no former content', 'keeps former contents beside what replaces them', () => ({ keep: async () => true })),
  on('removes what it keeps with what replaces it', 'of replacing, and keeping a former version', (port, contents) => ({
    async publish(id, ref) {
      await port.publish(id, ref);
      contents.formers.clear();
    },
  })),
  on('leaves the content of a record that is in the bin', 'lists its contents', (_port, contents) => ({
    async move(id, _ref, to) {
      const kept = contents[to === 'bin' ? 'records' : 'bin'].get(id);
      if (kept !== undefined) contents[to].set(id, kept);
    },
  })),
  on('removes a content wherever it is', 'moves a content to the bin and back', (port) => ({
    async delete(id, ref) {
      await port.delete(id, ref, 'records');
      await port.delete(id, ref, 'bin');
    },
  })),
  on('throws for content that is neither staged nor published', IGNORES_ABSENT, (port) => ({
    async publish(id, ref) {
      if ((await port.read(id, ref)) === null) throw new Error('nothing is staged');
      await port.publish(id, ref);
    },
  })),
  on('never replaces published content', IGNORES_ABSENT, (port) => ({
    async publish(id, ref) {
      if ((await port.read(id, ref)) === null) await port.delete(id, null, 'records');
      await port.publish(id, ref);
    },
  })),
];
