import type { Algorithm, Right } from '../algorithm.ts';
import type { Loaded } from '../content/contentReader.ts';
import type { AccountsContext } from '../context.ts';
import { type ExpectedVersion, isExpected } from '../input.ts';
import { DomainError, Responses } from '../responses.ts';
import { DamagedError } from '../storeErrors.ts';
import type { AlgoRepository } from './algoRepository.ts';

type AlgoOperation = 'update' | 'share' | 'delete' | 'leave';

/** What each right allows besides reading. */
const ALGO_RIGHTS: Readonly<Record<Right, readonly AlgoOperation[]>> = {
  Owner: ['update', 'share', 'delete'],
  ReadWrite: ['update', 'leave'],
  Read: ['leave'],
};

/** Null: the user must not learn that the algorithm exists. */
export function rightOn(algo: Algorithm, userId: number): Right | null {
  if (algo.ownerId === userId) return 'Owner';
  return algo.permsAlgorithme.find(({ idUtilisateur }) => idUtilisateur === userId)?.droits ?? null;
}

/**
 * The right of a user by which the record was found.
 * @throws DamagedError when there is none; no right is invented
 */
export function requireRightOnAlgo(algo: Algorithm, userId: number): Right {
  const right = rightOn(algo, userId);
  if (right !== null) return right;
  throw new DamagedError({ place: 'algos', id: algo.id, field: 'permsAlgorithme' }, 'lacks the right of its requester');
}

export interface Access {
  readonly id: number;
  readonly requesterId: number;
  /** The requester must be allowed all of them; the first that is refused decides the error. Default: none, it is only read. */
  readonly operations?: readonly AlgoOperation[];
  readonly ifVersion?: ExpectedVersion | undefined;
}

/**
 * The record, if the requester may do all of these operations.
 * @throws DomainError Algo.Not_found when it is absent or not readable, then Forbidden_…, then Algo.Conflict
 */
export async function loadAlgo(
  algos: AlgoRepository,
  { id, requesterId, operations = [], ifVersion }: Access,
): Promise<Algorithm> {
  const algo = await algos.findById(id, requesterId);
  const right = algo && rightOn(algo, requesterId);
  if (algo === null || right === null) throw new DomainError(Responses.Algo.Not_found);
  const refused = operations.find((operation) => !ALGO_RIGHTS[right].includes(operation));
  if (refused !== undefined) throw new DomainError(Responses.Algo[`Forbidden_${refused}`]);
  if (!isExpected(algo.version, ifVersion)) throw new DomainError(Responses.Algo.Conflict);
  return algo;
}

/** The record, and the source code that belongs to it, if the requester may read them. @throws DomainError Algo.Not_found */
export async function readAlgo(
  { algos, content }: AccountsContext,
  access: Pick<Access, 'id' | 'requesterId'>,
): Promise<Loaded> {
  const load = () => loadAlgo(algos, access);
  return content.reader.read(await load(), load);
}
