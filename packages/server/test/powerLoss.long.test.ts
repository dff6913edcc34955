import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noFaults } from '../../../test/support/faults/faultLibrary.ts';
import { type LostState, lostStates, shareFor, wrongFacts } from './support/powerLoss/lostStates.ts';
import { PASSWORDS } from './support/powerLoss/recordedUser.ts';
import { type RecordedServer, recordServer } from './support/powerLoss/recordServer.ts';
import { roomyFolder } from './support/powerLoss/roomyFolder.ts';
import { EVERYTHING } from './support/powerLoss/workload.ts';
import { writeState } from './support/powerLoss/writeState.ts';
import { startServer } from './support/serverProcess.ts';
import { readFacts } from './support/storedState/readFacts.ts';
import { testRuns } from './support/testRuns.ts';

const SAMPLE = 60;
/** Of so many states one is started as a process. */
const PROCESS_EVERY = 40;
const RESERVE_BYTES = 8 * 1_024 * 1_024;
const reason = noFaults();
if (reason !== null) console.warn(`Power losses are not tested: ${reason}`);
it.runIf(reason !== null && process.env['CI'] !== undefined)('power losses can be tested in CI', () => {
  expect(reason).toBeNull();
});

describe.skipIf(reason !== null)('after a power loss at any moment', () => {
  let folder = '';
  let server: RecordedServer | undefined;
  beforeAll(async () => {
    folder = roomyFolder();
    writeFileSync(join(folder, 'reserve'), new Uint8Array(RESERVE_BYTES).fill(1));
    server = await recordServer(folder, EVERYTHING);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('a start finds everything that was answered, and leaves nothing over', { timeout: 7_200_000 }, async () => {
    if (server === undefined) throw new Error('nothing was recorded');
    const wanted = testRuns() ?? SAMPLE;
    const share = shareFor(server, wanted);
    const wrong: string[] = [];
    let count = 0;
    for (const lost of lostStates(server, share)) {
      count += 1;
      const dir = join(folder, `state-${count}`);
      writeState(lost.state, dir, join(folder, 'reserve'));
      wrong.push(...(await look(dir, lost, count % PROCESS_EVERY === 0)));
      rmSync(dir, { recursive: true });
    }
    if (testRuns() !== null) console.info(`Power loss: ${count} states of ${server.recorded.length} recorded changes`);
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(count).toBeGreaterThan(wanted / 2);
  });
});

/** What is wrong in a state: nothing, if the start goes on and finds what was answered. */
async function look(dir: string, lost: LostState, asProcess: boolean): Promise<string[]> {
  try {
    if (asProcess) await (await startServer({ ALGOTHEQUE_DATA_DIR: dir })).stop();
    const facts = await readFacts(dir, { facts: lost.permitted.keys(), passwords: PASSWORDS });
    return wrongFacts(facts, lost).map((wrong) => `${lost.what}: ${wrong}`);
  } catch (error) {
    return [`${lost.what}: ${error instanceof Error ? error.message : String(error)}`];
  }
}
