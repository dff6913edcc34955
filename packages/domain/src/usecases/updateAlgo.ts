import { type Algorithme, algoView, type Permission } from '../entities/algorithme.ts';
import type { Caller } from '../entities/caller.ts';
import { invalidData, type Violation } from '../errors.ts';
import { type ExpectedVersion, loadAlgo } from '../policies/algoAccess.ts';
import type { AlgoContent } from '../policies/algoContent.ts';
import { audit } from '../policies/audit.ts';
import { rightOn } from '../policies/permissions.ts';
import { requireCaller } from '../policies/requireCaller.ts';
import { checkSource } from '../policies/sourceCheck.ts';
import type { Ports } from '../ports/index.ts';
import { AlgoUpdateDTO } from '../schemas/algo.ts';
import { parseExpectedVersion } from '../schemas/expectedVersion.ts';
import { parseId, parseInput, partsOf, violation } from '../schemas/parseInput.ts';
import type { VersionedAlgo } from './createAlgo.ts';

type Needs = 'users' | 'algos' | 'validator' | 'audit' | 'clock';

/** Replaces name and source code of an algorithm, and, for its owner, who it is shared with. */
export class UpdateAlgo {
  readonly #ports: Pick<Ports, Needs>;
  readonly #content: AlgoContent;

  constructor(ports: Pick<Ports, Needs>, content: AlgoContent) {
    this.#ports = ports;
    this.#content = content;
  }

  /**
   * @param input `id`; `changes`: AlgoUpdateDTO; `ifVersion`: commit only over one of these versions
   * @throws DomainError General.Unauthorized, General.Missing_data, General.Invalid_data, Algo.Not_found,
   * Algo.Forbidden_update, Algo.Forbidden_share, Algo.Conflict, General.Invalid_data for the users that it is shared
   * with, Algo.Invalid, in this order; General.Unavailable
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
    const committed = await this.#content.replace(before.algo, source, {
      load: async () => (await load()).algo,
      changesOf: () => ({
        nom,
        dateModification: this.#ports.clock.now(),
        ...(permsAlgorithme !== undefined && { permsAlgorithme }),
      }),
    });
    if (permsAlgorithme !== undefined) audit(this.#ports, 'algo.rights_changed', caller, { targetId: id });
    const algo = await this.#withoutUsersGone(committed, permsAlgorithme ?? []);
    return { algo: algoView(algo, rightOn(algo, requesterId) ?? before.right), version: algo.version };
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
