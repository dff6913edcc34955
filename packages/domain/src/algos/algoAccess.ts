import type { Algorithm, Right } from '../algorithm.ts';
import type { SourceText } from '../content/sourceText.ts';
import type { AccountsContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { type ErrorCode, Responses } from '../responses.ts';
import type { AlgoRepository } from './algoRepository.ts';
import { type AlgoOperation, mayOnAlgo, rightOn } from './algoRights.ts';
import { type ExpectedVersion, isExpected } from './expectedVersion.ts';

const FORBIDDEN: Readonly<Record<Exclude<AlgoOperation, 'read'>, ErrorCode>> = {
  update: Responses.Algo.Forbidden_update,
  share: Responses.Algo.Forbidden_share,
  delete: Responses.Algo.Forbidden_delete,
  leave: Responses.Algo.Forbidden_leave,
};

export interface Access {
  readonly id: number;
  readonly requesterId: number;
  /** The requester must be allowed all of them; the first that is refused decides the error. */
  readonly operations: readonly AlgoOperation[];
  readonly ifVersion?: ExpectedVersion | undefined;
}

/**
 * The record, if the requester may do all of these operations.
 * @throws DomainError Algo.Not_found when it is absent or not readable, then Forbidden_…, then Algo.Conflict
 */
export async function loadAlgo(algos: AlgoRepository, access: Access): Promise<{ algo: Algorithm; right: Right }> {
  const algo = await algos.findById(access.id, access.requesterId);
  const right = algo === null ? null : rightOn(algo, access.requesterId);
  if (algo === null || right === null) throw new DomainError(Responses.Algo.Not_found);
  for (const operation of access.operations) {
    if (operation !== 'read' && !mayOnAlgo(right, operation)) throw new DomainError(FORBIDDEN[operation]);
  }
  if (!isExpected(algo.version, access.ifVersion)) throw new DomainError(Responses.Algo.Conflict);
  return { algo, right };
}

/** The record, and the source code that belongs to it, if the requester may read them. @throws DomainError Algo.Not_found */
export async function readAlgo(
  { algos, content }: AccountsContext,
  { id, requesterId }: { readonly id: number; readonly requesterId: number },
): Promise<{ readonly algo: Algorithm; readonly source: SourceText }> {
  const load = async () => (await loadAlgo(algos, { id, requesterId, operations: ['read'] })).algo;
  return content.reader.read(await load(), load);
}
