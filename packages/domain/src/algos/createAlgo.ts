import * as v from 'valibot';
import { AlgoOutput, type Algorithm, algoView } from '../algorithm.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import type { AlgoContent } from '../content/algoContent.ts';
import { checkSource } from '../content/sourceCheck.ts';
import { DomainError } from '../errors.ts';
import { fields } from '../inputs/input.ts';
import { nom } from '../inputs/name.ts';
import { numeric, setByService } from '../inputs/number.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import { eraseAlgo } from '../upkeep/erasure.ts';
import type { QuotaGuard } from './quotaGuard.ts';
import { mayCreateFor } from './rights.ts';

type Needs = 'users' | 'algos' | 'validator' | 'clock';

/** A new algorithm: `nom` of 3 to 255 code points (specification, 2.6). The validator checks `sourceCode`. */
export const AlgoCreateDTO = v.object({
  id: v.optional(setByService),
  nom,
  dateCreation: v.optional(setByService),
  dateModification: v.optional(setByService),
  ownerId: numeric,
  requestedUserId: v.optional(setByService),
  sourceCode: v.unknown(),
});

/** A record as the requester sees it, and its version. */
export const VersionedAlgoOutput = v.object({ algo: AlgoOutput, version: v.number() });
export type VersionedAlgo = Readonly<v.InferOutput<typeof VersionedAlgoOutput>>;

export const createAlgo = operation({
  name: 'CreateAlgo',
  summary: 'Create an algorithm',
  caller: 'authenticated',
  input: fields(AlgoCreateDTO),
  output: VersionedAlgoOutput,
  failures: [
    Responses.Algo.Forbidden_create,
    Responses.Algo.Invalid, // data: the validator's result
    Responses.Algo.Quota_exceeded, // data: `{ algos, bytes }`, each `{ used, limit }`
  ],
});

/** Saves an algorithm of the caller: the record, and its source code as content of its own. */
export class CreateAlgo implements UseCase<typeof createAlgo> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #content: AlgoContent;
  readonly #quota: QuotaGuard;

  constructor(ports: Pick<Ports, Needs>, content: AlgoContent, quota: QuotaGuard) {
    this.#ports = ports;
    this.#content = content;
    this.#quota = quota;
  }

  async execute(input: Received<typeof createAlgo>, caller: AuthenticatedCaller): Promise<VersionedAlgo> {
    const { ownerId, nom, sourceCode } = input;
    if (!mayCreateFor(caller.user.id, ownerId)) throw new DomainError(Responses.Algo.Forbidden_create);
    const source = await checkSource(this.#ports.validator, sourceCode);
    const now = this.#ports.clock.now();
    const fields = { nom, dateCreation: now, dateModification: now, ownerId, permsAlgorithme: [] };
    const algo = await this.#quota.within(ownerId, async (claim) => {
      await claim({ algos: 1, bytes: source.bytes.length });
      const created = await this.#content.create(fields, source);
      await this.#undoUnlessAllowed(created);
      return created;
    });
    return { algo: algoView(algo, 'Owner'), version: algo.version };
  }

  // Another server may have inserted meanwhile. A deletion of the owner that ran meanwhile removed only the algorithms
  // that it saw, perhaps not this one.
  async #undoUnlessAllowed(algo: Algorithm): Promise<void> {
    const [excess, owner] = await Promise.all([this.#quota.excessBy(algo), this.#ports.users.findById(algo.ownerId)]);
    if (excess === null && owner !== null) return;
    await eraseAlgo(this.#ports, this.#content, algo);
    throw owner === null ? new DomainError(Responses.General.Unauthorized) : excess;
  }
}
