import { type AlgoView, algoView } from '../algorithm.ts';
import type { Caller } from '../caller.ts';
import type { AlgoContent } from '../content/algoContent.ts';
import type { SourceText } from '../content/sourceText.ts';
import { parseId, partsOf } from '../inputs/parseInput.ts';
import type { Ports } from '../ports.ts';
import { requireCaller } from '../requireCaller.ts';
import { type ExpectedVersion, loadAlgo } from './algoAccess.ts';
import { parseExpectedVersion } from './expectedVersion.ts';
import { rightOn } from './rights.ts';

/** An algorithm as the requester sees it, with the source code of this very version. */
export interface ReadAlgo {
  readonly algo: AlgoView;
  readonly version: number;
  /** Null when `unlessVersion` named the version: the requester has it. */
  readonly source: SourceText | null;
}

/** Reads an algorithm and the source code that belongs to it. */
export class GetAlgo {
  readonly #ports: Pick<Ports, 'algos'>;
  readonly #content: AlgoContent;

  constructor(ports: Pick<Ports, 'algos'>, content: AlgoContent) {
    this.#ports = ports;
    this.#content = content;
  }

  /**
   * @param input `id`; `unlessVersion`: versions whose source code is not wanted again
   * @throws DomainError General.Unauthorized, General.Invalid_data, Algo.Not_found; General.Unavailable
   */
  async execute(
    input: { readonly id: unknown; readonly unlessVersion?: ExpectedVersion | undefined },
    caller: Caller,
  ): Promise<ReadAlgo> {
    const requesterId = requireCaller(caller).user.id;
    const parts = partsOf(input);
    const id = parseId(parts.id);
    const unlessVersion = parseExpectedVersion(parts.unlessVersion, '/unlessVersion');
    const load = () => loadAlgo(this.#ports.algos, { id, requesterId, operations: ['read'] });
    const first = await load();
    if (isKnown(first.algo.version, unlessVersion)) {
      return { algo: algoView(first.algo, first.right), version: first.algo.version, source: null };
    }
    const { algo, source } = await this.#content.read(first.algo, async () => (await load()).algo);
    return { algo: algoView(algo, rightOn(algo, requesterId) ?? first.right), version: algo.version, source };
  }
}

const isKnown = (version: number, unless: ExpectedVersion | undefined): boolean =>
  unless === '*' || unless?.includes(version) === true;
