import type { FormerAlgo, NamedContent, StoreView } from '@algotheque/domain';
import { NAMING } from '../migrate/rows.ts';
import type { Watch } from '../terminal/progress.ts';
import type { LeftOut } from './leftOut.ts';
import type { BackupSource, ContentRead } from './source.ts';
import type { BackupWriter } from './writer.ts';

export interface Copying extends Watch {
  readonly source: BackupSource;
  readonly writer: BackupWriter;
  readonly leftOut: LeftOut;
}

const AT_ONCE = 8;

/**
 * Writes the contents that are named now, without a view, so that the log of the store does not grow meanwhile. What is not found may have
 * been replaced: `ensure` looks for it when its row is written.
 */
export async function copyContents(copying: Copying): Promise<void> {
  const { progress, signal, source, writer } = copying;
  const { present } = source.views;
  const counts = await Promise.all(NAMING.map((kind) => present.countRows(kind)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const part = progress.begin('  contents: copying', total);
  let [looked, written] = [0, 0];
  for (const kind of NAMING) {
    for await (const batch of present.exportRows(kind, () => {})) {
      for (let at = 0; at < batch.length; at += AT_ONCE) {
        signal.throwIfAborted();
        const some = batch.slice(at, at + AT_ONCE);
        const found = await Promise.all(
          some.map(async (named) => ({ named, read: await source.read(present, named) })),
        );
        for (const { named, read } of found) if ((await put(named, read, writer)) === null) written += 1;
        looked += some.length;
        part.reach(looked);
      }
    }
  }
  part.end(`  contents: ${looked} named, ${written} copied`);
}

/** @returns why the content was not found; null when it is written */
export const ensure = async (view: StoreView, named: NamedContent, { source, writer }: Copying) =>
  writer.size(named.ref) === null ? put(named, await source.read(view, named), writer) : null;

const put = async (named: NamedContent, read: ContentRead, writer: BackupWriter): Promise<string | null> =>
  'problem' in read ? read.problem : writer.content(named, read.bytes);

export const formerName = ({ id, version }: Pick<FormerAlgo, 'id' | 'version'>): string =>
  `former version ${version} of algorithm ${id}`;
