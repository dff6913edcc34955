import type { Caller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { parseId, parseInput, partsOf } from '../inputs/parseInput.ts';
import type { Ports } from '../ports.ts';
import { requireCaller } from '../requireCaller.ts';
import { Responses } from '../responses.ts';
import { findUser } from '../users/findUser.ts';
import type { AlgoPage } from './algoRepository.ts';
import { PageDTO } from './inputs.ts';

/** How many records a page holds where nobody says, and at most. */
const PAGE_RECORDS = 1_000;
/**
 * How many bytes a page may have, of JSON: it is held whole while its reader takes its time. 256 KiB are a thousand
 * records of common names, or four that name a thousand users each.
 */
const PAGE_BYTES = 262_144;

/** Lists the algorithms accessible by a user, of those that the requester can access too. */
export class ListAlgos {
  readonly #ports: Pick<Ports, 'users' | 'algos'>;

  constructor(ports: Pick<Ports, 'users' | 'algos'>) {
    this.#ports = ports;
  }

  /**
   * @param input `id` of the user; `page`: `{ limit?: 1 to 1,000, after?: an id }`. Default of the limit: 1,000. A page
   * ends before the limit where it would have more than 256 KiB; `next` says whether more follow.
   * @throws DomainError General.Unauthorized, General.Invalid_data, User.Not_found; General.Unavailable
   */
  async execute(input: { readonly id: unknown; readonly page?: unknown }, caller: Caller): Promise<AlgoPage> {
    const requester = requireCaller(caller);
    const parts = partsOf(input);
    const by = parseId(parts.id);
    const { limit = PAGE_RECORDS, after } = parseInput(PageDTO, parts.page);
    if ((await findUser(this.#ports, by, requester)) === null) throw new DomainError(Responses.User.Not_found);
    return this.#ports.algos.listAccessible({
      by,
      seenBy: requester.user.id,
      limit,
      maxBytes: PAGE_BYTES,
      ...(after !== undefined && { after }),
    });
  }
}
