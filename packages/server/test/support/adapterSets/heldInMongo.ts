import type { KeptDatabase } from '@algotheque/testing/mongo';
import type { HeldContents, HeldRecords } from '@algotheque/testing/worlds';
import { heldFiles } from './heldFiles.ts';

/** The content for these records and what is in the bin. @param dir the folder of its files; null when it is in the database */
export async function heldInMongo(
  database: KeptDatabase,
  records: Pick<HeldRecords, 'algos' | 'bin' | 'history'>,
  dir: string | null,
): Promise<HeldContents> {
  const held = await heldInDatabase(database, records);
  if (dir === null) return held;
  const { unfinished, ...files } = heldFiles(dir, records);
  return { ...files, unfinished: [...unfinished, ...held.unfinished] };
}

async function heldInDatabase(
  database: KeptDatabase,
  { algos, bin, history }: Pick<HeldRecords, 'algos' | 'bin' | 'history'>,
): Promise<HeldContents> {
  const contents = [...(await database.contents())];
  const ids = new Map([...algos, ...bin].map(({ id, ref }) => [ref, id]));
  const published = contents.flatMap(([ref, { bytes }]) => {
    const id = ids.get(ref);
    return id === undefined ? [] : [[id, { ref, content: bytes }] as const];
  });
  const former = new Set(history.map(({ ref }) => ref));
  const formers = contents.flatMap(([ref]) => (former.has(ref) ? [ref] : []));
  const unfinished = contents.flatMap(([ref, { marks }]) => [
    ...(ids.has(ref) || former.has(ref) ? [] : [`content that nothing names: ${ref}`]),
    ...marks.map((mark) => `${mark} of ${ref}`),
  ]);
  return { published: new Map(published), formers, unfinished };
}
