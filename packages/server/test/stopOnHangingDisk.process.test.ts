import { newAlgo, newPerson, send } from '@algotheque/testing/httpClient';
import { describe, expect, it } from 'vitest';
import { buildFaults, type FaultRule, noFaults } from '../../../test/support/faults/faultLibrary.ts';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { startServer } from './support/serverProcess.ts';

const reason = noFaults();
if (reason !== null) console.warn(`A stop on a hanging disk is not tested: ${reason}`);

/** Longer than the test may last: a process that waits for the disk fails it. */
const HANGS_MS = 120_000;
const LONGEST_MS = 60_000;

const hanging = (path: string): FaultRule => ({ call: 'fsync', path, errno: 0, delayMs: HANGS_MS });

describe('a server that is stopped while the disk hangs', () => {
  it.skipIf(reason !== null)(
    'in the sync of a content ends by its deadline all the same, and the next start has all that was acknowledged',
    { timeout: LONGEST_MS },
    async () => {
      const [dir, faults] = [scratchFolder(), buildFaults()];
      const server = await startServer({ ALGOTHEQUE_DATA_DIR: dir, ...faults.env });
      const ada = await newPerson(server.url);
      const { id } = await newAlgo(server.url, ada, { sourceCode: { n: 1 } });
      faults.set(hanging('/staging/'));
      const json = { nom: 'Hangs', ownerId: ada.id, sourceCode: { n: 2 } };
      const lost = send(server.url, 'POST /api/algos', { token: ada.token, json }).catch(() => null);
      while (faults.hits().length === 0) await fetch(`${server.url}/healthz`);
      expect(await server.stop()).toBeNull(); // by a signal
      expect(server.output().stderr).toContain('Algotheque stops\n');
      await lost;
      faults.set();
      const next = await startServer({ ALGOTHEQUE_DATA_DIR: dir });
      expect((await send(next.url, `GET /api/algos/${id}`, { token: ada.token })).status).toBe(200);
      expect(await next.stop()).toBe(0);
    },
  );

  it.skipIf(reason !== null)(
    'in the read of a content ends by its deadline all the same',
    { timeout: LONGEST_MS },
    async () => {
      const [dir, faults] = [scratchFolder(), buildFaults()];
      const first = await startServer({ ALGOTHEQUE_DATA_DIR: dir });
      const ada = await newPerson(first.url);
      const { id } = await newAlgo(first.url, ada, { sourceCode: { n: 1 } });
      expect(await first.stop()).toBe(0);
      const server = await startServer({ ALGOTHEQUE_DATA_DIR: dir, ...faults.env });
      faults.set({ call: 'open', path: `/algos/${id}.json`, errno: 0, delayMs: HANGS_MS });
      const lost = send(server.url, `GET /api/algos/${id}`, { token: ada.token }).catch(() => null);
      while (faults.hits().length === 0) await fetch(`${server.url}/healthz`);
      expect(await server.stop()).toBeNull(); // by a signal
      await lost;
    },
  );
});
