import type { Algorithm } from '@algotheque/domain';
import type { KeptDatabase } from '@algotheque/testing/mongo';
import type { HeldContents } from '@algotheque/testing/worlds';
import { heldFiles } from './heldFiles.ts';

/** The content for these records. @param dir the folder of its files; null when it is in the database */
export async function heldInMongo(
  database: KeptDatabase,
  algos: readonly Algorithm[],
  dir: string | null,
): Promise<HeldContents> {
  const held = await heldInDatabase(database, algos);
  if (dir === null) return held;
  const { published, unfinished } = heldFiles(dir, algos);
  return { published, unfinished: [...unfinished, ...held.unfinished] };
}

/** The content in the database, for these records. */
async function heldInDatabase(database: KeptDatabase, algos: readonly Algorithm[]): Promise<HeldContents> {
  const contents = [...(await database.contents())];
  const ids = new Map(algos.map(({ id, ref }) => [ref, id]));
  const published = contents.flatMap(([ref, { bytes }]) => {
    const id = ids.get(ref);
    return id === undefined ? [] : [[id, { ref, content: bytes }] as const];
  });
  const unfinished = contents.flatMap(([ref, { marks }]) => [
    ...(ids.has(ref) ? [] : [`content that no record names: ${ref}`]),
    ...marks.map((mark) => `${mark} of ${ref}`),
  ]);
  return { published: new Map(published), unfinished };
}
