import * as v from 'valibot';
import { type Algorithm, PlacedAlgoOutput, placedAlgo, type Right } from '../algorithm.ts';
import type { SourceText } from '../content/sourceText.ts';
import { inputs } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { inProcess, operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { loadAlgo } from './algoAccess.ts';
import { requireRight } from './algoRights.ts';
import { type ExpectedVersion, expectedVersion } from './expectedVersion.ts';
import { knownPlace } from './knownPlaces.ts';

/** An algorithm as the requester sees it, with the source code of this version. */
const ReadAlgoOutput = v.object({
  algo: PlacedAlgoOutput,
  version: v.number(),
  /** Null when `unlessVersion` has this version: the requester has the source code already. */
  source: inProcess<SourceText | null>(),
});
export type ReadAlgo = Readonly<v.InferOutput<typeof ReadAlgoOutput>>;

/** Reads an algorithm and the source code that belongs to it. */
export const getAlgo = operation({
  summary: 'Read an algorithm with its source code',
  caller: 'authenticated',
  /** `unlessVersion`: versions whose source code the requester has already. */
  input: inputs({ id: idInput, unlessVersion: expectedVersion('unlessVersion') }),
  output: ReadAlgoOutput,
  failures: [Responses.Algo.Not_found],
  async run({ id, unlessVersion }, caller, { algos, content, folders }) {
    const requesterId = caller.user.id;
    const viewOf = (algo: Algorithm, right: Right) =>
      knownPlace({ folders }, placedAlgo(algo, right, requesterId), requesterId);
    const load = () => loadAlgo(algos, { id, requesterId, operations: ['read'] });
    const first = await load();
    if (isKnown(first.algo.version, unlessVersion)) {
      return { algo: await viewOf(first.algo, first.right), version: first.algo.version, source: null };
    }
    const { algo, source } = await content.reader.read(first.algo, async () => (await load()).algo);
    return { algo: await viewOf(algo, requireRight(algo, requesterId)), version: algo.version, source };
  },
});

const isKnown = (version: number, unless: ExpectedVersion | undefined): boolean =>
  unless === '*' || unless?.includes(version) === true;
