import type { AlgoChanges } from '../algorithm.ts';
import { type Algorithme, algoView, type Permission, type Right } from '../algorithm.ts';
import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import type { AlgoContent } from '../content/algoContent.ts';
import { checkSource } from '../content/sourceCheck.ts';
import type { SourceText } from '../content/sourceText.ts';
import { DomainError, invalidData, type Violation } from '../errors.ts';
import { parseId, parseInput, partsOf, violation } from '../inputs/parseInput.ts';
import type { Ports } from '../ports.ts';
import { requireCaller } from '../requireCaller.ts';
import { Responses } from '../responses.ts';
import { type ExpectedVersion, loadAlgo } from './algoAccess.ts';
import type { VersionedAlgo } from './createAlgo.ts';
import { parseExpectedVersion } from './expectedVersion.ts';
import { AlgoUpdateDTO } from './inputs.ts';
import type { QuotaGuard } from './quotaGuard.ts';
import { rightOn } from './rights.ts';

type Needs = 'users' | 'algos' | 'validator' | 'audit' | 'clock';

interface Loaded {
  readonly algo: Algorithme;
  readonly right: Right;
}

interface Replacement {
  readonly load: () => Promise<Loaded>;
  readonly changesOf: () => AlgoChanges;
}

/** Replaces name and source code of an algorithm, and, for its owner, who it is shared with. */
export class UpdateAlgo {
  readonly #ports: Pick<Ports, Needs>;
  readonly #content: AlgoContent;

  readonly #quota: QuotaGuard;

  constructor(ports: Pick<Ports, Needs>, content: AlgoContent, quota: QuotaGuard) {
    this.#ports = ports;
    this.#content = content;
    this.#quota = quota;
  }

  /**
   * @param input `id`; `changes`: AlgoUpdateDTO; `ifVersion`: commit only over one of these versions
   * @throws DomainError General.Unauthorized, General.Missing_data, General.Invalid_data, Algo.Not_found,
   * Algo.Forbidden_update, Algo.Forbidden_share, Algo.Conflict, General.Invalid_data for the users that it is shared
   * with, Algo.Invalid, Algo.Quota_exceeded (the owner's, where the content grows; data as CreateAlgo's, for the owner
   * only), in this order; General.Unavailable
   */
  async execute(
    input: { readonly id: unknown; readonly changes: unknown; readonly ifVersion?: ExpectedVersion | undefined },
    caller: Caller,
  ): Promise<VersionedAlgo> {
    const requesterId = requireCaller(caller).user.id;
    const parts = partsOf(input);
    const id = parseId(parts.id);
    const ifVersion = parseExpectedVersion(parts.ifVersion, '/ifVersion');
    const changes = parseInput(AlgoUpdateDTO, parts.changes, { required: ['nom', 'sourceCode'] });
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
    return { algo: algoView(algo, rightOn(algo, requesterId) ?? before.right), version: algo.version };
  }

  /** The growth is counted over each record that the commit is tried on. */
  async #replaceWithinQuota(before: Loaded, source: SourceText, { load, changesOf }: Replacement): Promise<Algorithme> {
    const within = this.#quota.within(before.algo.ownerId, async (claim) => {
      const claimed = async ({ algo }: Loaded): Promise<Algorithme> => {
        await claim({ algos: 0, bytes: Math.max(0, source.bytes.length - algo.contentBytes) });
        return algo;
      };
      const algo = await claimed(before);
      return this.#content.replace(algo, source, { load: async () => claimed(await load()), changesOf });
    });
    return before.right === 'Owner' ? within : within.catch(withoutFigures);
  }

  async #checkSharing(algo: Algorithme, perms: readonly Permission[] | undefined): Promise<void> {
    if (perms === undefined || perms.length === 0) return;
    const existing = new Set(await this.#ports.users.existing(perms.map(({ idUtilisateur }) => idUtilisateur)));
    const wrong = perms.flatMap(({ idUtilisateur }, index): Violation[] => {
      const path = `/permsAlgorithme/${index}/idUtilisateur`;
      if (idUtilisateur === algo.ownerId) return [violation(path, 'duplicate')];
      return existing.has(idUtilisateur) ? [] : [violation(path, 'unknown_user')];
    });
    if (wrong.length > 0) throw invalidData(...wrong);
  }

  // A deletion that came between took the rights it saw; these it may not have seen.
  async #withoutUsersGone(algo: Algorithme, given: readonly Permission[]): Promise<Algorithme> {
    if (given.length === 0) return algo;
    const { users, algos } = this.#ports;
    const ids = given.map(({ idUtilisateur }) => idUtilisateur);
    const existing = new Set(await users.existing(ids));
    const gone = ids.filter((id) => !existing.has(id));
    for (const id of gone) await algos.removeRights(id);
    return gone.length === 0 ? algo : ((await algos.findById(algo.id)) ?? algo);
  }
}

/** How much an owner has is told to the owner only. */
function withoutFigures(error: unknown): never {
  const isQuota = error instanceof DomainError && error.code === Responses.Algo.Quota_exceeded;
  throw isQuota ? new DomainError(error.code) : error;
}
