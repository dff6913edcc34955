import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import type { AlgoContent } from '../content/algoContent.ts';
import { parts } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import { loadAlgo } from './algoAccess.ts';
import { expectedVersion } from './expectedVersion.ts';

type Needs = 'algos' | 'audit' | 'clock';

export const deleteAlgo = operation({
  name: 'DeleteAlgo',
  summary: 'Delete an algorithm',
  caller: 'authenticated',
  /** `ifVersion`: delete only if the version is one of these. */
  input: parts({ id: idInput, ifVersion: expectedVersion('ifVersion') }),
  output: null,
  failures: [Responses.Algo.Not_found, Responses.Algo.Forbidden_delete, Responses.Algo.Conflict],
});

/** Deletes an algorithm of the caller: the record, then its content. */
export class DeleteAlgo implements UseCase<typeof deleteAlgo> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #content: AlgoContent;

  constructor(ports: Pick<Ports, Needs>, content: AlgoContent) {
    this.#ports = ports;
    this.#content = content;
  }

  async execute({ id, ifVersion }: Received<typeof deleteAlgo>, caller: AuthenticatedCaller): Promise<void> {
    const requesterId = caller.user.id;
    const load = async () => {
      const access = { id, requesterId, operations: ['delete'] as const, ifVersion };
      return (await loadAlgo(this.#ports.algos, access)).algo;
    };
    await this.#content.delete(await load(), load);
    audit(this.#ports, 'algo.deleted', caller, { targetId: id });
  }
}
