import type { Algorithm } from '../algorithm.ts';
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

export const leaveAlgo = operation({
  name: 'LeaveAlgo',
  summary: 'Give up the own right on an algorithm that another user shared',
  caller: 'authenticated',
  /** `ifVersion`: leave only if the version is one of these. */
  input: parts({ id: idInput, ifVersion: expectedVersion('ifVersion') }),
  output: null,
  failures: [Responses.Algo.Not_found, Responses.Algo.Forbidden_leave, Responses.Algo.Conflict],
});

/**
 * Removes the caller's own right on an algorithm that was shared with them; an owner cannot leave. Raises the
 * version and keeps `dateModification`, as every change of grants by others than the owner does.
 */
export class LeaveAlgo implements UseCase<typeof leaveAlgo> {
  readonly #ports: Pick<Ports, 'algos' | 'audit' | 'clock'>;
  readonly #content: AlgoContent;

  constructor(ports: Pick<Ports, 'algos' | 'audit' | 'clock'>, content: AlgoContent) {
    this.#ports = ports;
    this.#content = content;
  }

  async execute({ id, ifVersion }: Received<typeof leaveAlgo>, caller: AuthenticatedCaller): Promise<void> {
    const requesterId = caller.user.id;
    const access = { id, requesterId, operations: ['leave'] as const, ifVersion };
    const load = async () => (await loadAlgo(this.#ports.algos, access)).algo;
    const changesOf = ({ permsAlgorithme }: Algorithm) => ({
      permsAlgorithme: permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur !== requesterId),
    });
    await this.#content.change(await load(), { load, changesOf });
    audit(this.#ports, 'algo.left', caller, { targetId: id });
  }
}
