import { hash } from 'node:crypto';
import type { FormerAlgo, NamedContent, StoreView } from '@algotheque/domain';
import { NAMING } from '../migrate/rows.ts';
import type { Watch } from '../terminal/progress.ts';
import { digestInRef } from './form/lines.ts';
import type { LeftOut } from './leftOut.ts';
import type { BackupSource } from './source.ts';
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
        const found = await Promise.all(some.map((named) => find(present, named, source)));
        for (const [index, named] of some.entries()) {
          const problem = await put(named, found[index] ?? 'its content is missing', writer);
          if (problem === null) written += 1;
        }
        looked += some.length;
        part.reach(looked);
      }
    }
  }
  part.end(`  contents: ${looked} named, ${written} copied`);
}

/** @returns why the content was not found; null when it is written */
export async function ensure(view: StoreView, named: NamedContent, copying: Copying): Promise<string | null> {
  if (copying.writer.size(named.ref) !== null) return null;
  return put(named, await find(view, named, copying.source), copying.writer);
}

/** The content, whose bytes are those that its reference names; else the reason. */
async function find(view: StoreView, named: NamedContent, source: BackupSource): Promise<Uint8Array | string> {
  const found = await source.read(view, named);
  if ('problem' in found) return found.problem;
  return hash('sha256', found.bytes) === digestInRef(named.ref) ? found.bytes : 'its content is damaged';
}

const put = async (named: NamedContent, found: Uint8Array | string, writer: BackupWriter): Promise<string | null> =>
  typeof found === 'string' ? found : writer.content(named, found);

export const formerName = ({ id, version }: Pick<FormerAlgo, 'id' | 'version'>): string =>
  `former version ${version} of algorithm ${id}`;
