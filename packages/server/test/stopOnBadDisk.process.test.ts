import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { newAlgo, newPerson, send } from '@algotheque/testing/httpClient';
import { describe, expect, it } from 'vitest';
import { buildFaults, type FaultRule, noFaults } from '../../../test/support/faults/faultLibrary.ts';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { canMount, mountTmpfs } from '../../../test/support/tmpfs.ts';
import { type ServerProcess, startServer } from './support/serverProcess.ts';

const reason = noFaults();
if (reason !== null) console.warn(`A stop on a failing disk is not tested: ${reason}`);
const isMountable = canMount();
if (!isMountable) console.warn('A stop on a full disk is not tested: this user may not mount a tmpfs');

/** Every call that changes the disk fails in the data folder. */
const everyChange = (dir: string, errno: number): readonly FaultRule[] =>
  (['fsync', 'write', 'ftruncate', 'unlink', 'rename'] as const).map((call) => ({ call, path: dir, errno }));

/** The server ends with 0. What it could not do is in one line at most, without a stack. */
async function expectOrderlyStop(server: ServerProcess): Promise<void> {
  const before = server.output().stderr;
  expect(await server.stop()).toBe(0);
  const lines = server.output().stderr.slice(before.length).trimEnd().split('\n');
  expect([lines.at(0), lines.at(-1)]).toEqual(['Algotheque stops', 'Algotheque stopped']);
  for (const line of lines.slice(1, -1)) expect(line).toMatch(/^Not everything could be closed: .* Nothing that was/);
  expect(lines.length).toBeLessThanOrEqual(3);
}

describe('a server that is stopped on a disk', () => {
  it.skipIf(reason !== null).each([
    ['that is read-only', 30],
    ['that has failed', 5],
    ['that is full', 28],
  ])('%s ends with 0 and in order, and the next start has all that was acknowledged', async (_what, errno) => {
    const [dir, faults] = [scratchFolder(), buildFaults()];
    const server = await startServer({ ALGOTHEQUE_DATA_DIR: dir, ...faults.env });
    const ada = await newPerson(server.url);
    const { id } = await newAlgo(server.url, ada, { sourceCode: { n: 1 } });
    faults.set(...everyChange(dir, errno));
    await expectOrderlyStop(server);
    expect(faults.hits().length).toBeGreaterThan(0);
    const next = await startServer({ ALGOTHEQUE_DATA_DIR: dir });
    expect(await send(next.url, `GET /api/algos/${id}`, { token: ada.token })).toMatchObject({
      status: 200,
      data: { sourceCode: { n: 1 } },
    });
    expect(await next.stop()).toBe(0);
  });

  it.skipIf(!isMountable)('that is really full ends with 0 and in order', async () => {
    const disk = await mountTmpfs(scratchFolder(), '32m');
    const dir = join(disk, 'data');
    mkdirSync(dir);
    const server = await startServer({ ALGOTHEQUE_DATA_DIR: dir });
    const ada = await newPerson(server.url);
    await newAlgo(server.url, ada, { sourceCode: { n: 1 } });
    expect(() => {
      for (;;) appendFileSync(join(disk, 'foreign'), new Uint8Array(65_536));
    }).toThrow('ENOSPC');
    await expectOrderlyStop(server);
  });
});
