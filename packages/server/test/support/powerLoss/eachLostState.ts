import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { testRuns } from '../testRuns.ts';
import { type LostState, lostStates, shareFor } from './lostStates.ts';
import { type Recording, recordServer } from './recordServer.ts';
import { roomyFolder } from './roomyFolder.ts';
import { writeState } from './writeState.ts';

const RESERVE_BYTES = 8 * 1_024 * 1_024;

interface Looking {
  readonly name: string;
  readonly recording: Recording;
  /** About so many states, unless ALGOTHEQUE_TEST_RUNS says how many. */
  readonly sample: number;
  /** What is wrong in a state. @param dir a data folder that has it @param count the number of the state */
  look(dir: string, lost: LostState, count: number): Promise<readonly string[]>;
}

/** Records servers, and expects nothing to be wrong in the states that a power loss may leave. */
export async function eachLostState({ name, recording, sample, look }: Looking): Promise<void> {
  const folder = roomyFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const reserve = join(folder, 'reserve');
  writeFileSync(reserve, new Uint8Array(RESERVE_BYTES).fill(1));
  const server = await recordServer(folder, recording);
  const wanted = testRuns() ?? sample;
  const wrong: string[] = [];
  let count = 0;
  for (const lost of lostStates(server, shareFor(server, wanted))) {
    count += 1;
    const dir = join(folder, `state-${count}`);
    writeState(lost.state, dir, reserve);
    const found = await look(dir, lost, count).catch((problem: unknown) => [String(problem)]);
    wrong.push(...found.map((text) => `${lost.what}: ${text}`));
    rmSync(dir, { recursive: true });
  }
  if (testRuns() !== null) console.info(`${name}: ${count} states of ${server.recorded.length} recorded changes`);
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(count).toBeGreaterThan(wanted / 2);
}
