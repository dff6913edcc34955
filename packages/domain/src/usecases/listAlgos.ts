import { type AlgoView, algoView } from '../entities/algorithme.ts';
import type { Caller } from '../entities/caller.ts';
import { DomainError } from '../errors.ts';
import { findUser } from '../policies/findUser.ts';
import { rightOn } from '../policies/permissions.ts';
import { requireCaller } from '../policies/requireCaller.ts';
import type { Ports } from '../ports/index.ts';
import { Responses } from '../responses.ts';
import { PageDTO } from '../schemas/algo.ts';
import { parseId, parseInput, partsOf } from '../schemas/parseInput.ts';

/** A page of records, without their source code. */
export interface AlgoPage {
  /** By ascending id. */
  readonly algos: readonly AlgoView[];
  /** The `after` of the next page, or null when nothing follows. */
  readonly next: number | null;
}

/** Lists the algorithms accessible by a user, of those that the requester can access too. */
export class ListAlgos {
  readonly #ports: Pick<Ports, 'users' | 'algos'>;

  constructor(ports: Pick<Ports, 'users' | 'algos'>) {
    this.#ports = ports;
  }

  /**
   * @param input `id` of the user; `page`: `{ limit?: 1 to 1,000, after?: an id }`, without a limit all
   * @throws DomainError General.Unauthorized, General.Invalid_data, User.Not_found; General.Unavailable
   */
  async execute(input: { readonly id: unknown; readonly page?: unknown }, caller: Caller): Promise<AlgoPage> {
    const requester = requireCaller(caller);
    const requesterId = requester.user.id;
    const parts = partsOf(input);
    const by = parseId(parts.id);
    const { limit, after } = parseInput(PageDTO, parts.page);
    if ((await findUser(this.#ports, by, requester)) === null) throw new DomainError(Responses.User.Not_found);
    const found = await this.#ports.algos.listAccessible({
      by,
      seenBy: requesterId,
      ...(after !== undefined && { after }),
      ...(limit !== undefined && { limit: limit + 1 }), // one more shows whether more follow
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      algos: page.map((algo) => algoView(algo, rightOn(algo, requesterId) ?? 'Read')),
      next: found.length > page.length && last !== undefined ? last.id : null,
    };
  }
}
