import * as v from 'valibot';
import { AlgoOutput, type AlgoView } from '../algorithm.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { fields, parts } from '../inputs/input.ts';
import { id, idInput, pageLimit } from '../inputs/number.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import type { AlgoPage } from './algoRepository.ts';

/** The default and the largest number of records in a page. */
const PAGE_RECORDS = 1_000;
/**
 * The most bytes of JSON in a page, because a page is held in memory while its reader takes its time. 256 KiB are a
 * thousand records with common names, or four records that name a thousand users each.
 */
const PAGE_BYTES = 262_144;

/** A page of a list: at most `limit` items (1 to 1,000, the default), of ids above `after`. */
export const PageDTO = v.object({ limit: v.optional(pageLimit), after: v.optional(id) });

const AlgosOutput: v.GenericSchema<readonly AlgoView[]> = v.array(AlgoOutput);

export const listAlgos = operation({
  name: 'ListAlgos',
  summary: 'List the algorithms accessible by a user, of those that the requester can access too',
  caller: 'authenticated',
  input: parts({ id: idInput, page: { ...fields(PageDTO), schema: v.optional(PageDTO, {}) } }),
  output: v.object({ algos: AlgosOutput, next: v.nullable(v.number()) }),
  failures: [Responses.User.Not_found],
});

/**
 * Lists the algorithms that a user can access, as far as the requester can access them too. A page ends before its
 * limit if it would have more than 256 KiB; `next` says whether more follow.
 */
export class ListAlgos implements UseCase<typeof listAlgos> {
  readonly #ports: Pick<Ports, 'users' | 'algos'>;

  constructor(ports: Pick<Ports, 'users' | 'algos'>) {
    this.#ports = ports;
  }

  async execute({ id: by, page }: Received<typeof listAlgos>, requester: AuthenticatedCaller): Promise<AlgoPage> {
    const { limit = PAGE_RECORDS, after } = page;
    const { users, algos } = this.#ports;
    const bounds = { limit, maxBytes: PAGE_BYTES, ...(after !== undefined && { after }) };
    // Both are read at the same time, because the user nearly always exists.
    const [user, found] = await Promise.all([
      users.findById(by),
      algos.listAccessible({ by, seenBy: requester.user.id, ...bounds }),
    ]);
    if (user === null) throw new DomainError(Responses.User.Not_found);
    return found;
  }
}
