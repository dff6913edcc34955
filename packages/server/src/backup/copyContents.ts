import { hash } from 'node:crypto';
import { DamagedError, type NamedContent, type StoreView } from '@algotheque/domain';
import type { Watch } from '../terminal/progress.ts';
import type { ContentPool } from './contentPool.ts';
import { digestOf } from './form/parts.ts';
import type { LeftOut } from './leftOut.ts';
import type { Source } from './source.ts';

export interface Copying extends Watch {
  readonly source: Source;
  readonly pool: ContentPool;
  readonly leftOut: LeftOut;
}

const AT_ONCE = 8;

interface Unfound {
  readonly named: NamedContent;
  readonly problem: string;
}

/**
 * Copies the contents that the algorithms of a view name and the pool does not have.
 * @returns how many were not found because their algorithms have changed since
 */
export async function copyContents(view: StoreView, copying: Copying): Promise<number> {
  const unfound: Unfound[] = [];
  const part = copying.progress.begin('  contents: copying', null);
  let looked = 0;
  for await (const batch of view.contents()) {
    for (let at = 0; at < batch.length; at += AT_ONCE) {
      copying.signal.throwIfAborted();
      const copies = await Promise.all(batch.slice(at, at + AT_ONCE).map((named) => copyOne(view, named, copying)));
      unfound.push(...copies.filter((copy) => copy !== null));
    }
    looked += batch.length;
    part.reach(looked);
  }
  part.end(`  contents: ${looked} named, ${copying.pool.sizes.size} in the backup`);
  let changed = 0;
  for (const one of unfound) if (await isChanged(one, copying)) changed += 1;
  return changed;
}

/** Null when the pool has it. */
async function copyOne(view: StoreView, named: NamedContent, copying: Copying): Promise<Unfound | null> {
  if (copying.leftOut.hasContent(named)) return null;
  const problem = await ensure(view, named, copying);
  return problem === null ? null : { named, problem };
}

/** @returns why the content was not found; null when the pool has it */
export function ensure(view: StoreView, named: NamedContent, { source, pool }: Copying): Promise<string | null> {
  const digest = digestOf(named.ref);
  return pool.ensure(digest, async () => {
    const found = await source.read(view, named);
    if ('problem' in found) return found.problem;
    return hash('sha256', found.bytes) === digest ? found.bytes : 'its content is damaged';
  });
}

/**
 * Whether a content was not found because its algorithm has changed. If that names it before and after another try, it is
 * damaged: a server replaces content only after the commit of a record that names the new one.
 */
async function isChanged({ named, problem }: Unfound, copying: Copying): Promise<boolean> {
  const { source, leftOut } = copying;
  if (!(await isNamed(source.views.present, named))) return true;
  if ((await ensure(source.views.present, named, copying)) === null) return false;
  if (!(await isNamed(source.views.present, named))) return true;
  await source.check();
  leftOut.addContent(named, problem);
  return false;
}

/** A damaged record names what was read from it until somebody writes it, and nobody does. */
async function isNamed(present: StoreView, { id, ref }: NamedContent): Promise<boolean> {
  try {
    return (await present.find(id))?.ref === ref;
  } catch (error) {
    if (error instanceof DamagedError) return true;
    throw error;
  }
}
