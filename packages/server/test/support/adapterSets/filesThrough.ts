import type { ContentFiles } from '@algotheque/domain';
import type { Step } from '@algotheque/testing/worlds';

/** The files, with `step` around each call that writes. Reads are a part of calls of the content store. */
export function filesThrough(files: ContentFiles, step: Step): ContentFiles {
  return {
    newRef: (content) => files.newRef(content),
    isContentOf: (ref, content) => files.isContentOf(ref, content),
    apply: async (changes) =>
      (await step('files.apply', () => files.apply(changes))) as Awaited<ReturnType<ContentFiles['apply']>>, // a step resolves to the result of `run`
    read: (id, ref) => files.read(id, ref),
    locate: (id) => files.locate(id),
    health: () => files.health(),
  };
}
