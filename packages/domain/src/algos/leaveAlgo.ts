import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import { parseId, partsOf } from '../inputs/parseInput.ts';
import type { Ports } from '../ports.ts';
import { requireCaller } from '../requireCaller.ts';
import { type ExpectedVersion, loadAlgo } from './algoAccess.ts';
import { parseExpectedVersion } from './expectedVersion.ts';

/** Gives up the caller's own right on an algorithm that was shared with them. */
export class LeaveAlgo {
  readonly #ports: Pick<Ports, 'algos' | 'audit' | 'clock'>;

  constructor(ports: Pick<Ports, 'algos' | 'audit' | 'clock'>) {
    this.#ports = ports;
  }

  /**
   * Raises the version and leaves `dateModification`, as any change of rights that is not the owner's.
   * @param input `id`; `ifVersion`: leave only one of these versions
   * @throws DomainError General.Unauthorized, General.Invalid_data, Algo.Not_found, Algo.Forbidden_leave (the owner),
   * Algo.Conflict; General.Unavailable
   */
  async execute(
    input: { readonly id: unknown; readonly ifVersion?: ExpectedVersion | undefined },
    caller: Caller,
  ): Promise<void> {
    const requesterId = requireCaller(caller).user.id;
    const parts = partsOf(input);
    const id = parseId(parts.id);
    const ifVersion = parseExpectedVersion(parts.ifVersion, '/ifVersion');
    const { algos } = this.#ports;
    for (;;) {
      const { algo } = await loadAlgo(algos, { id, requesterId, operations: ['leave'], ifVersion });
      const permsAlgorithme = algo.permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur !== requesterId);
      if ((await algos.compareAndSet(id, algo.version, { permsAlgorithme })) !== null) break;
      // Another commit came first: the right is looked at anew.
    }
    audit(this.#ports, 'algo.left', caller, { targetId: id });
  }
}
