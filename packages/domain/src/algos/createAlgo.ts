import { type Algorithme, type AlgoView, algoView } from '../algorithm.ts';
import type { Caller } from '../caller.ts';
import type { AlgoContent } from '../content/algoContent.ts';
import { checkSource } from '../content/sourceCheck.ts';
import { DomainError } from '../errors.ts';
import { parseInput } from '../inputs/parseInput.ts';
import type { Ports } from '../ports.ts';
import { requireCaller } from '../requireCaller.ts';
import { Responses } from '../responses.ts';
import { eraseAlgo } from '../upkeep/erasure.ts';
import { AlgoCreateDTO } from './inputs.ts';
import type { QuotaGuard } from './quotaGuard.ts';
import { mayCreateFor } from './rights.ts';

type Needs = 'users' | 'algos' | 'validator' | 'clock';

/** A record as the requester sees it, and its version: the ETag. */
export interface VersionedAlgo {
  readonly algo: AlgoView;
  readonly version: number;
}

/** Saves an algorithm of the caller: the record, and its source code as content of its own. */
export class CreateAlgo {
  readonly #ports: Pick<Ports, Needs>;
  readonly #content: AlgoContent;

  readonly #quota: QuotaGuard;

  constructor(ports: Pick<Ports, Needs>, content: AlgoContent, quota: QuotaGuard) {
    this.#ports = ports;
    this.#content = content;
    this.#quota = quota;
  }

  /**
   * @param input AlgoCreateDTO
   * @throws DomainError General.Unauthorized, General.Missing_data, General.Invalid_data, Algo.Forbidden_create,
   * Algo.Invalid (data: the validator's result), Algo.Quota_exceeded (data: `{ algos, bytes }`, each `{ used, limit }`),
   * in this order; General.Unavailable
   */
  async execute(input: unknown, caller: Caller): Promise<VersionedAlgo> {
    const requester = requireCaller(caller).user;
    const { ownerId, nom, sourceCode } = parseInput(AlgoCreateDTO, input, {
      required: ['ownerId', 'nom', 'sourceCode'],
    });
    if (!mayCreateFor(requester.id, ownerId)) throw new DomainError(Responses.Algo.Forbidden_create);
    const source = await checkSource(this.#ports.validator, sourceCode);
    const now = this.#ports.clock.now();
    const fields = { nom, dateCreation: now, dateModification: now, ownerId, permsAlgorithme: [] };
    const algo = await this.#quota.within(ownerId, async (claim) => {
      await claim({ algos: 1, bytes: source.bytes.length });
      const created = await this.#content.create(fields, source);
      await this.#undoIfExceeded(created);
      return created;
    });
    await this.#undoIfOwnerIsGone(algo);
    return { algo: algoView(algo, 'Owner'), version: algo.version };
  }

  async #undoIfExceeded(algo: Algorithme): Promise<void> {
    const excess = await this.#quota.excessBy(algo);
    if (excess === null) return;
    await eraseAlgo(this.#ports, this.#content, algo);
    throw excess;
  }

  // A deletion of the owner that came between took the algorithms it saw; this one it may not have seen.
  async #undoIfOwnerIsGone(algo: Algorithme): Promise<void> {
    if ((await this.#ports.users.findById(algo.ownerId)) !== null) return;
    await eraseAlgo(this.#ports, this.#content, algo);
    throw new DomainError(Responses.General.Unauthorized);
  }
}
