import { KeyTakenError, type PortableKind, type PortableRows } from '@algotheque/domain';
import { StartError } from '../startError.ts';
import type { Watch } from '../terminal/progress.ts';
import { listLines } from '../terminal/text.ts';
import { type AnyRow, kindInWords, ROW_KINDS } from './rows.ts';
import { BEGIN_ANEW, type MigrationTarget, type ReadSide, readContent } from './sides.ts';

/** How many contents are copied at once, and their bytes: files that are written together cost few syncs. */
const CONTENTS_AT_ONCE = 128;
const BYTES_AT_ONCE = 8 * 1_048_576;

/** A row with a content in the content store. */
type AlgoRow = PortableRows['algo' | 'deleted' | 'former'];

const hasContent = (row: AnyRow): row is AlgoRow => 'ref' in row;
const algosIn = (rows: Iterable<AnyRow>): readonly AlgoRow[] => [...rows].filter(hasContent);

const NAMES: Readonly<Partial<Record<PortableKind, string>>> = {
  algo: 'algorithm',
  deleted: 'deleted algorithm',
  former: 'former version of algorithm',
};

/** @throws StartError that names the algorithms without content, after all others were copied */
export async function copyStore(from: ReadSide, to: MigrationTarget, watch: Watch): Promise<void> {
  const missing: string[] = [];
  for (const kind of ROW_KINDS) missing.push(...(await copyKind(from, to, { kind, watch })));
  if (missing.length > 0)
    throw new StartError(
      `The content of ${missing.length} algorithms is missing or damaged in the source; restore it, or delete them there:\n${listLines(missing, missing.length)}`,
    );
}

/** Resolves to the rows without their content, each with the place where it should be. */
async function copyKind<Kind extends PortableKind>(
  from: ReadSide,
  to: MigrationTarget,
  { kind, watch: { progress, signal } }: { readonly kind: Kind; readonly watch: Watch },
): Promise<string[]> {
  const part = progress.begin(`  ${kindInWords(kind)}: copying`, await from.rows.countRows(kind));
  const missing: string[] = [];
  let copied = 0;
  for await (const batch of from.rows.exportRows(kind)) {
    for (const rows of copiedTogether(batch)) {
      signal.throwIfAborted();
      const lost = await copyTogether(from, to, { kind, rows });
      copied += rows.length;
      missing.push(...lost.map(({ id, ref }) => `${NAMES[kind]} ${id}: ${from.contents.locate(id, ref)}`));
      part.reach(copied);
    }
    await to.contents.settled?.();
  }
  part.end(`  ${kindInWords(kind)}: ${copied - missing.length} copied`);
  return missing;
}

function* copiedTogether<Row extends AnyRow>(rows: readonly Row[]): Generator<readonly Row[]> {
  let [some, bytes]: [Row[], number] = [[], 0];
  for (const row of rows) {
    const size = hasContent(row) ? row.contentBytes : 0;
    const isFull = hasContent(row) && (some.length === CONTENTS_AT_ONCE || bytes + size > BYTES_AT_ONCE);
    if (isFull && some.length > 0) {
      yield some;
      [some, bytes] = [[], 0];
    }
    some.push(row);
    bytes += size;
  }
  if (some.length > 0) yield some;
}

/** In the steps of a service. @returns those for which the source has no content: they are not copied */
async function copyTogether<Kind extends PortableKind>(
  from: ReadSide,
  to: MigrationTarget,
  { kind, rows }: { readonly kind: Kind; readonly rows: readonly PortableRows[Kind][] },
): Promise<readonly AlgoRow[]> {
  const lost = new Set<AnyRow>();
  await allSettled(
    algosIn(rows).map(async (row) => {
      const content = await readContent(from, row);
      if (content === null) lost.add(row);
      else await to.contents.stage(content, null, row.ref);
    }),
  );
  const copied = rows.filter((row) => !lost.has(row));
  await importRows(to, kind, copied);
  await allSettled(
    algosIn(copied).map(async ({ id, ref }) => {
      if (kind === 'former') await to.contents.keep(id, ref);
      else await to.contents.publish(id, ref);
      if (kind === 'deleted') await to.contents.move(id, ref, 'bin');
    }),
  );
  return algosIn(lost);
}

/** Waits for all, so that no work is under way when the first failure is reported. */
async function allSettled(works: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}

async function importRows<Kind extends PortableKind>(
  to: MigrationTarget,
  kind: Kind,
  rows: readonly PortableRows[Kind][],
): Promise<void> {
  try {
    await to.portable.importRows(kind, rows);
  } catch (error) {
    if (!(error instanceof KeyTakenError)) throw error;
    const problem = `Two rows of the source have the same address or content (${kindInWords(kind)})`;
    throw new StartError(`${problem}. Mend it there, or take another backup. ${BEGIN_ANEW}`, { cause: error });
  }
}
