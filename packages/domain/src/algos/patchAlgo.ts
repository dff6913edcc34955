import * as v from 'valibot';
import { type AlgoChanges, type Algorithm, algoView, type Right } from '../algorithm.ts';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import type { AlgoContent } from '../content/algoContent.ts';
import { checkSource } from '../content/sourceCheck.ts';
import type { SourceText } from '../content/sourceText.ts';
import { DomainError, invalidData } from '../errors.ts';
import { fields, parts } from '../inputs/input.ts';
import { nom } from '../inputs/name.ts';
import { id, idInput, setByService } from '../inputs/number.ts';
import { violation } from '../inputs/violation.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import type { Ports } from '../ports.ts';
import type { OnProblem } from '../problems.ts';
import { Responses } from '../responses.ts';
import { withdrawRights } from '../upkeep/withdrawal.ts';
import { loadAlgo } from './algoAccess.ts';
import { type VersionedAlgo, VersionedAlgoOutput } from './createAlgo.ts';
import { expectedVersion } from './expectedVersion.ts';
import { requireStillOwn } from './giver.ts';
import { checkGrantees, withoutUsersGone } from './grantees.ts';
import { grants } from './grantsInput.ts';
import type { QuotaGuard } from './quotaGuard.ts';
import { requireRight } from './rights.ts';

/**
 * What to change of an algorithm: what is absent stays. `permsAlgorithme` replaces all grants. `id` must be that of the
 * algorithm, or absent.
 */
export const AlgoPatchDTO = v.object({
  id: v.optional(id),
  nom: v.optional(nom),
  requestedUserId: v.optional(setByService),
  permsAlgorithme: v.optional(grants),
  sourceCode: v.optional(v.unknown()),
});

/** The failures of every change of an algorithm. */
export const CHANGE_FAILURES = [
  Responses.Algo.Not_found,
  Responses.Algo.Forbidden_update,
  Responses.Algo.Forbidden_share,
  Responses.Algo.Conflict,
  Responses.Algo.Invalid, // data as of CreateAlgo
  Responses.Algo.Quota_exceeded, // the owner's quota, when the content grows; data as of CreateAlgo, for the owner only
] as const;

export const patchAlgo = operation({
  name: 'PatchAlgo',
  summary: 'Change the name, the source code or the sharing of an algorithm: what is absent stays',
  caller: 'authenticated',
  /** `ifVersion`: commit only if the version is one of these. */
  input: parts({ id: idInput, ifVersion: expectedVersion('ifVersion'), changes: fields(AlgoPatchDTO) }),
  output: VersionedAlgoOutput,
  failures: CHANGE_FAILURES,
});

type Needs = 'users' | 'algos' | 'validator' | 'audit' | 'clock';

interface Settings {
  readonly quota: QuotaGuard;
  readonly onProblem: OnProblem;
}

interface Loaded {
  readonly algo: Algorithm;
  readonly right: Right;
}

interface Change {
  readonly load: () => Promise<Loaded>;
  readonly changesOf: () => AlgoChanges;
}

/**
 * Changes the fields of an algorithm that are sent, in one commit; only its owner may change the grants. Without any of
 * them it commits nothing, and resolves to the record as it is.
 */
export class PatchAlgo implements UseCase<typeof patchAlgo> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #content: AlgoContent;
  readonly #quota: QuotaGuard;
  readonly #onProblem: OnProblem;

  constructor(ports: Pick<Ports, Needs>, content: AlgoContent, settings: Settings) {
    this.#ports = ports;
    this.#content = content;
    this.#quota = settings.quota;
    this.#onProblem = settings.onProblem;
  }

  async execute(input: Received<typeof patchAlgo>, caller: AuthenticatedCaller): Promise<VersionedAlgo> {
    const requesterId = caller.user.id;
    const { id, ifVersion, changes } = input;
    if (changes.id !== undefined && changes.id !== id) throw invalidData(violation('/id', 'mismatch'));
    const { nom, sourceCode, permsAlgorithme } = changes;
    const operations = permsAlgorithme === undefined ? (['update'] as const) : (['update', 'share'] as const);
    const gives = permsAlgorithme !== undefined && permsAlgorithme.length > 0;
    if (gives) await withdrawRights({ ports: this.#ports, onProblem: this.#onProblem }, caller.user);
    const load = async () => {
      const loaded = await loadAlgo(this.#ports.algos, { id, requesterId, operations, ifVersion });
      if (gives) await requireStillOwn(this.#ports.users, caller.user);
      return loaded;
    };
    const before = await load();
    await checkGrantees(this.#ports.users, before.algo, permsAlgorithme ?? []);
    const source = sourceCode === undefined ? null : await checkSource(this.#ports.validator, sourceCode);
    const named = { ...(nom !== undefined && { nom }), ...(permsAlgorithme !== undefined && { permsAlgorithme }) };
    const isEmpty = source === null && Object.keys(named).length === 0;
    const changesOf = () => ({ ...named, dateModification: this.#ports.clock.now() });
    const committed = isEmpty ? before.algo : await this.#commit(before, source, { load, changesOf });
    if (permsAlgorithme !== undefined) audit(this.#ports, 'algo.rights_changed', caller, { targetId: id });
    const algo = await withoutUsersGone(this.#ports, committed, permsAlgorithme ?? []);
    return { algo: algoView(algo, requireRight(algo, requesterId)), version: algo.version };
  }

  /** Without a source the content stays. */
  async #commit(before: Loaded, source: SourceText | null, { load, changesOf }: Change): Promise<Algorithm> {
    if (source !== null) return this.#replaceWithinQuota(before, source, { load, changesOf });
    return this.#content.change(before.algo, { load: async () => (await load()).algo, changesOf });
  }

  /** The growth is computed again for each record that the commit is tried on. */
  async #replaceWithinQuota(before: Loaded, source: SourceText, { load, changesOf }: Change): Promise<Algorithm> {
    const within = this.#quota.within(before.algo.ownerId, async (claim) => {
      const claimed = async ({ algo }: Loaded): Promise<Algorithm> => {
        await claim({ algos: 0, bytes: Math.max(0, source.bytes.length - algo.contentBytes) });
        return algo;
      };
      const algo = await claimed(before);
      return this.#content.change(algo, { source, load: async () => claimed(await load()), changesOf });
    });
    return before.right === 'Owner' ? within : within.catch(withoutFigures);
  }
}

/** Only the owner may know how much the owner has. */
function withoutFigures(error: unknown): never {
  const isQuota = error instanceof DomainError && error.code === Responses.Algo.Quota_exceeded;
  throw isQuota ? new DomainError(error.code) : error;
}
