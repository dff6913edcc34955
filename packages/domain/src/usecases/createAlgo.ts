import { type Algorithme, type AlgoView, algoView } from '../entities/algorithme.ts';
import type { Caller } from '../entities/caller.ts';
import { DomainError } from '../errors.ts';
import type { AlgoContent } from '../policies/algoContent.ts';
import { eraseAlgo } from '../policies/erasure.ts';
import { mayCreateFor } from '../policies/permissions.ts';
import { requireCaller } from '../policies/requireCaller.ts';
import { checkSource } from '../policies/sourceCheck.ts';
import type { Ports } from '../ports/index.ts';
import { Responses } from '../responses.ts';
import { AlgoCreateDTO } from '../schemas/algo.ts';
import { parseInput } from '../schemas/parseInput.ts';

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

  constructor(ports: Pick<Ports, Needs>, content: AlgoContent) {
    this.#ports = ports;
    this.#content = content;
  }

  /**
   * @param input AlgoCreateDTO
   * @throws DomainError General.Unauthorized, General.Missing_data, General.Invalid_data, Algo.Forbidden_create,
   * Algo.Invalid (data: the validator's result), in this order; General.Unavailable
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
    const algo = await this.#content.create(fields, source);
    await this.#undoIfOwnerIsGone(algo);
    return { algo: algoView(algo, 'Owner'), version: algo.version };
  }

  // A deletion of the owner that came between took the algorithms it saw; this one it may not have seen.
  async #undoIfOwnerIsGone(algo: Algorithme): Promise<void> {
    if ((await this.#ports.users.findById(algo.ownerId)) !== null) return;
    await eraseAlgo(this.#ports, this.#content, algo);
    throw new DomainError(Responses.General.Unauthorized);
  }
}
