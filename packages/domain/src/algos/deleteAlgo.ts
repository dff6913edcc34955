import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import type { AlgoContent } from '../content/algoContent.ts';
import { parseId, partsOf } from '../inputs/parseInput.ts';
import type { Ports } from '../ports.ts';
import { requireCaller } from '../requireCaller.ts';
import { type ExpectedVersion, loadAlgo } from './algoAccess.ts';
import { parseExpectedVersion } from './expectedVersion.ts';

type Needs = 'algos' | 'audit' | 'clock';

/** Deletes an algorithm of the caller: the record, then its content. */
export class DeleteAlgo {
  readonly #ports: Pick<Ports, Needs>;
  readonly #content: AlgoContent;

  constructor(ports: Pick<Ports, Needs>, content: AlgoContent) {
    this.#ports = ports;
    this.#content = content;
  }

  /**
   * @param input `id`; `ifVersion`: delete only one of these versions
   * @throws DomainError General.Unauthorized, General.Invalid_data, Algo.Not_found, Algo.Forbidden_delete,
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
    const load = async () => {
      const access = { id, requesterId, operations: ['delete'] as const, ifVersion };
      return (await loadAlgo(this.#ports.algos, access)).algo;
    };
    await this.#content.delete(await load(), load);
    audit(this.#ports, 'algo.deleted', caller, { targetId: id });
  }
}
