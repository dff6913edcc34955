import { type Permitted, permit } from '../storedState/facts.ts';
import type { Operation } from './history.ts';
import { LOSSES, randomOf } from './losses.ts';
import { RecordedDisk } from './recordedDisk.ts';
import type { Recorded } from './recording.ts';
import type { RecordedServer } from './recordServer.ts';
import { type State, stateAfter, stateDigest } from './writeState.ts';

/** A state of the disk after a power loss, and the values that each fact may have then. */
export interface LostState {
  readonly what: string;
  readonly state: State;
  readonly permitted: Permitted;
}

/** A sync that begins, and an answer, leave the disk as it is. */
const isChange = ({ kind }: Recorded): boolean => kind !== 'sync' && kind !== 'answer';

/** The share of all states to build for about `wanted` different ones: some come twice. */
export const shareFor = ({ recorded }: RecordedServer, wanted: number): number =>
  (1.4 * wanted) / (recorded.filter(isChange).length * Object.keys(LOSSES).length);

/**
 * The states that a power loss may leave after each change of the recording, each of them once for what was answered by then.
 * @param share of all, from 0 to 1, is built: of the same recording the same ones each time
 */
export function* lostStates(server: RecordedServer, share: number): Generator<LostState> {
  const disk = new RecordedDisk(server.dir, server.inode);
  const answered = new Map<number, number>();
  const seen = new Set<string>();
  let [number, answers] = [0, 0];
  for (const [moment, recorded] of server.recorded.entries()) {
    disk.apply(recorded);
    if (recorded.kind === 'answer') {
      answered.set(recorded.port, (answered.get(recorded.port) ?? 0) + 1);
      answers += 1;
    }
    for (const [name, lossOf] of isChange(recorded) ? Object.entries(LOSSES) : []) {
      number += 1;
      const random = randomOf(number);
      if (random() >= share) continue;
      const state = stateAfter(disk, lossOf(random));
      const digest = `${stateDigest(state)} ${answers}`;
      if (seen.has(digest)) continue;
      seen.add(digest);
      const what = `change ${moment} of the recording (${nameOf(recorded)}), kept: ${name}`;
      yield { what, state, permitted: permittedBy(server.operations, answered) };
    }
  }
}

function nameOf(recorded: RecordedServer['recorded'][number]): string {
  return Object.entries(recorded)
    .filter(([key]) => key !== 'data')
    .map(([key, value]) => `${key} ${value}`)
    .join(', ');
}

function permittedBy(operations: readonly Operation[], answered: ReadonlyMap<number, number>): Permitted {
  const permitted: Permitted = new Map();
  for (const { answer, ...rest } of operations) {
    permit(permitted, { ...rest, isDone: (answered.get(answer.port) ?? 0) > answer.nth });
  }
  return permitted;
}
