import { UnavailableError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { OnProblem } from '../problems.ts';
import type { ContentSettling } from './contentSettling.ts';

interface Parts extends Pick<Ports, 'algos' | 'contentStore'> {
  readonly settling: ContentSettling;
  readonly onProblem: OnProblem;
}

/** Deletes a damaged record, and its content if the reference can be read; for a caller that holds the lock. */
export async function deleteDamaged(parts: Parts, id: number): Promise<void> {
  const ref = await announce(parts, id, await parts.algos.refOf(id));
  if (await parts.algos.delete(id, null)) await parts.settling.afterCommit(id, { step: 'delete', ref });
}

/** Announces a deletion. The reference of its content; null if it cannot be read, or is no reference. */
export async function announce(
  { contentStore, onProblem }: Omit<Parts, 'algos' | 'settling'>,
  id: number,
  ref: string | null,
): Promise<string | null> {
  if (ref === null) return null;
  try {
    await contentStore.announce?.(id, ref);
    return ref;
  } catch (problem) {
    if (problem instanceof UnavailableError) throw problem;
    onProblem(problem, 'algorithm content: a damaged reference');
    return null;
  }
}
