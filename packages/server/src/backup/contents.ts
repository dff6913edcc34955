import { hash } from 'node:crypto';
import { DamagedError, type FormerAlgo, type NamedContent, type StoreView } from '@algotheque/domain';
import type { Watch } from '../terminal/progress.ts';
import { digestInRef } from './form/lines.ts';
import type { LeftOut } from './leftOut.ts';
import type { Source } from './source.ts';
import type { BackupWriter } from './writer.ts';

export interface Copying extends Watch {
  readonly source: Source;
  readonly writer: BackupWriter;
  readonly leftOut: LeftOut;
}

const AT_ONCE = 8;

interface Unfound {
  readonly named: NamedContent;
  readonly problem: string;
}

/**
 * Writes the contents that the rows of a view name and that are not written yet.
 * @returns how many were not found because their algorithms have changed since
 */
export async function copyContents(view: StoreView, copying: Copying): Promise<number> {
  const { progress, signal, writer } = copying;
  const unfound: Unfound[] = [];
  const counts = await Promise.all((['algo', 'deleted', 'former'] as const).map((kind) => view.countRows(kind)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const part = progress.begin('  contents: copying', total);
  let looked = 0;
  let written = 0;
  for await (const batch of view.contents()) {
    const wanted = batch.filter((named) => writer.size(named.ref) === null && !copying.leftOut.hasContent(named));
    looked += batch.length - wanted.length;
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      signal.throwIfAborted();
      const some = wanted.slice(at, at + AT_ONCE);
      const found = await Promise.all(some.map((named) => find(view, named, copying)));
      for (const [index, named] of some.entries()) {
        const problem = await put(named, found[index] ?? 'its content is missing', writer);
        if (problem === null) written += 1;
        else unfound.push({ named, problem });
      }
      looked += some.length;
      part.reach(looked);
    }
  }
  part.end(`  contents: ${looked} named, ${written} copied`);
  let changed = 0;
  for (const one of unfound) if (await isChanged(one, copying)) changed += 1;
  return changed;
}

/** @returns why the content was not found; null when it is written */
export async function ensure(view: StoreView, named: NamedContent, copying: Copying): Promise<string | null> {
  if (copying.writer.size(named.ref) !== null) return null;
  return put(named, await find(view, named, copying), copying.writer);
}

/** The content, whose bytes are those that its reference names; else the reason. */
async function find(view: StoreView, named: NamedContent, { source }: Copying): Promise<Uint8Array | string> {
  const found = await source.read(view, named);
  if ('problem' in found) return found.problem;
  return hash('sha256', found.bytes) === digestInRef(named.ref) ? found.bytes : 'its content is damaged';
}

const put = async (named: NamedContent, found: Uint8Array | string, writer: BackupWriter): Promise<string | null> =>
  typeof found === 'string' ? found : writer.content(named, found);

/**
 * Whether a content was not found because its algorithm has changed. If that names it before and after another try, it is
 * damaged: a server replaces content only after the commit of a record that names the new one.
 */
async function isChanged({ named, problem }: Unfound, copying: Copying): Promise<boolean> {
  const { source, leftOut } = copying;
  const { present } = source.views;
  if ((await nameOf(present, named)) === null) return true;
  if ((await ensure(present, named, copying)) === null) return false;
  const name = await nameOf(present, named);
  if (name === null) return true;
  await source.check();
  leftOut.addContent(named, `${name}: ${problem}`);
  return false;
}

/**
 * What names the content, in words; null when nothing does. A damaged record names what was read from it until somebody writes it, and
 * nobody does.
 */
async function nameOf(present: StoreView, { id, ref }: NamedContent): Promise<string | null> {
  try {
    if ((await present.find(id))?.ref === ref) return `algorithm ${id}`;
    const former = await present.findFormer(ref);
    return former && formerName(former);
  } catch (error) {
    if (error instanceof DamagedError) return `algorithm ${id}`;
    throw error;
  }
}

export const formerName = ({ id, version }: Pick<FormerAlgo, 'id' | 'version'>): string =>
  `former version ${version} of algorithm ${id}`;
