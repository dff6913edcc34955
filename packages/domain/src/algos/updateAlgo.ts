import * as v from 'valibot';
import { type AlgoChanges, type Algorithm, algoView, type Grant, type Right } from '../algorithm.ts';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import type { AlgoContent } from '../content/algoContent.ts';
import { checkSource } from '../content/sourceCheck.ts';
import type { SourceText } from '../content/sourceText.ts';
import { DomainError, invalidData, type Violation } from '../errors.ts';
import { fields, parts } from '../inputs/input.ts';
import { nom } from '../inputs/name.ts';
import { id, idInput, setByService } from '../inputs/number.ts';
import { violation } from '../inputs/violation.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import { loadAlgo } from './algoAccess.ts';
import { type VersionedAlgo, VersionedAlgoOutput } from './createAlgo.ts';
import { expectedVersion } from './expectedVersion.ts';
import { grants } from './grantsInput.ts';
import type { QuotaGuard } from './quotaGuard.ts';
import { requireRight } from './rights.ts';

/**
 * The next state of an algorithm. `permsAlgorithme` replaces all grants; without it they stay. `id` must be that of
 * the algorithm, or absent.
 */
export const AlgoUpdateDTO = v.object({
  id: v.optional(id),
  nom,
  requestedUserId: v.optional(setByService),
  permsAlgorithme: v.optional(grants),
  sourceCode: v.unknown(),
});

export const updateAlgo = operation({
  name: 'UpdateAlgo',
  summary: 'Change an algorithm, or who it is shared with',
  caller: 'authenticated',
  /** `ifVersion`: commit only if the version is one of these. */
  input: parts({ id: idInput, ifVersion: expectedVersion('ifVersion'), changes: fields(AlgoUpdateDTO) }),
  output: VersionedAlgoOutput,
  failures: [
    Responses.Algo.Not_found,
    Responses.Algo.Forbidden_update,
    Responses.Algo.Forbidden_share,
    Responses.Algo.Conflict,
    Responses.Algo.Invalid, // data as of CreateAlgo
    Responses.Algo.Quota_exceeded, // the owner's quota, when the content grows; data as of CreateAlgo, for the owner only
  ],
});

type Needs = 'users' | 'algos' | 'validator' | 'audit' | 'clock';

interface Loaded {
  readonly algo: Algorithm;
  readonly right: Right;
}

interface Replacement {
  readonly load: () => Promise<Loaded>;
  readonly changesOf: () => AlgoChanges;
}

/** Replaces the name and source code of an algorithm and, for its owner, its grants. */
export class UpdateAlgo implements UseCase<typeof updateAlgo> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #content: AlgoContent;
  readonly #quota: QuotaGuard;

  constructor(ports: Pick<Ports, Needs>, content: AlgoContent, quota: QuotaGuard) {
    this.#ports = ports;
    this.#content = content;
    this.#quota = quota;
  }

  async execute(input: Received<typeof updateAlgo>, caller: AuthenticatedCaller): Promise<VersionedAlgo> {
    const requesterId = caller.user.id;
    const { id, ifVersion, changes } = input;
    if (changes.id !== undefined && changes.id !== id) throw invalidData(violation('/id', 'mismatch'));
    const { nom, sourceCode, permsAlgorithme } = changes;
    const operations = permsAlgorithme === undefined ? (['update'] as const) : (['update', 'share'] as const);
    const load = () => loadAlgo(this.#ports.algos, { id, requesterId, operations, ifVersion });
    const before = await load();
    await this.#checkSharing(before.algo, permsAlgorithme);
    const source = await checkSource(this.#ports.validator, sourceCode);
    const changesOf = () => ({
      nom,
      dateModification: this.#ports.clock.now(),
      ...(permsAlgorithme !== undefined && { permsAlgorithme }),
    });
    const committed = await this.#replaceWithinQuota(before, source, { load, changesOf });
    if (permsAlgorithme !== undefined) audit(this.#ports, 'algo.rights_changed', caller, { targetId: id });
    const algo = await this.#withoutUsersGone(committed, permsAlgorithme ?? []);
    return { algo: algoView(algo, requireRight(algo, requesterId)), version: algo.version };
  }

  /** The growth is computed again for each record that the commit is tried on. */
  async #replaceWithinQuota(before: Loaded, source: SourceText, { load, changesOf }: Replacement): Promise<Algorithm> {
    const within = this.#quota.within(before.algo.ownerId, async (claim) => {
      const claimed = async ({ algo }: Loaded): Promise<Algorithm> => {
        await claim({ algos: 0, bytes: Math.max(0, source.bytes.length - algo.contentBytes) });
        return algo;
      };
      const algo = await claimed(before);
      return this.#content.replace(algo, source, { load: async () => claimed(await load()), changesOf });
    });
    return before.right === 'Owner' ? within : within.catch(withoutFigures);
  }

  async #checkSharing(algo: Algorithm, grants: readonly Grant[] | undefined): Promise<void> {
    if (grants === undefined || grants.length === 0) return;
    const existing = new Set(await this.#ports.users.existing(grants.map(({ idUtilisateur }) => idUtilisateur)));
    const wrong = grants.flatMap(({ idUtilisateur }, index): Violation[] => {
      const path = `/permsAlgorithme/${index}/idUtilisateur`;
      if (idUtilisateur === algo.ownerId) return [violation(path, 'duplicate')];
      return existing.has(idUtilisateur) ? [] : [violation(path, 'unknown_user')];
    });
    if (wrong.length > 0) throw invalidData(...wrong);
  }

  // A deletion of a user that ran meanwhile has removed only the grants that existed then, perhaps not these.
  async #withoutUsersGone(algo: Algorithm, given: readonly Grant[]): Promise<Algorithm> {
    if (given.length === 0) return algo;
    const { users, algos } = this.#ports;
    const ids = given.map(({ idUtilisateur }) => idUtilisateur);
    const existing = new Set(await users.existing(ids));
    const deleted = ids.filter((id) => !existing.has(id));
    for (const id of deleted) await algos.removeRights(id);
    return deleted.length === 0 ? algo : ((await algos.findById(algo.id)) ?? algo);
  }
}

/** Only the owner may know how much the owner has. */
function withoutFigures(error: unknown): never {
  const isQuota = error instanceof DomainError && error.code === Responses.Algo.Quota_exceeded;
  throw isQuota ? new DomainError(error.code) : error;
}
