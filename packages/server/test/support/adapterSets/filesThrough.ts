import type { ContentFiles, WrittenFile } from '@algotheque/domain';
import type { Step } from '@algotheque/testing/worlds';

/** The files, with `step` around each call that writes. Reads are a part of calls of the content store. */
export function filesThrough(files: ContentFiles, step: Step): ContentFiles {
  const through = async <Result>(name: string, run: () => Promise<Result>): Promise<Result> =>
    (await step(name, run)) as Result; // a step resolves to the result of `run`
  const written = (file: WrittenFile): WrittenFile => ({
    sync: () => through('file.sync', () => file.sync()),
    drop: () => through('file.drop', () => file.drop()),
  });
  return {
    newRef: (content) => files.newRef(content),
    isContentOf: (ref, content) => files.isContentOf(ref, content),
    write: async (id, ref, content, isNew) =>
      written(await through('files.write', () => files.write(id, ref, content, isNew))),
    remove: (id) => through('files.remove', () => files.remove(id)),
    syncNames: () => through('files.syncNames', () => files.syncNames()),
    read: (id, ref) => files.read(id, ref),
    locate: (id) => files.locate(id),
    health: () => files.health(),
  };
}
