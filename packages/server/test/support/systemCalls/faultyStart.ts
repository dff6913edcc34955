import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '@algotheque/testing/httpClient';
import { vi } from 'vitest';
import type { Faults } from '../../../../../test/support/faults/faultLibrary.ts';
import { RefusedStart, type ServerProcess, startServer } from '../serverProcess.ts';
import type { FaultCase } from './faultCases.ts';
import type { KilledFolder } from './killedFolder.ts';
import { livingRead } from './livingRead.ts';

const FAR_MS = 120_000;

/** Lines of the log, and then one of the command, which is no identifier and has no stack. */
const CLEAR = /^(?:[^\n]*\n)*?algotheque: (?!Responses\.)\S[^\n]*\n$/;

interface Given {
  readonly dir: string;
  readonly faults: Faults;
  /** What the folder has; null where there was none. */
  readonly killed: KilledFolder | null;
}

/**
 * Starts a server with faults, and ends them when one was met and the start is over. A server that serves is killed: at once, or,
 * `isPatient`, when it has finished the earlier work.
 * @throws when a start is refused without a clear line, or a read has a wrong answer
 */
export async function faultyStart(
  given: Given,
  { rules }: Pick<FaultCase, 'rules'>,
  isPatient: boolean,
): Promise<'refused' | 'served' | 'ended'> {
  const { dir, faults, killed } = given;
  const before = faults.hits().length;
  faults.set(...rules);
  try {
    const server = await startServer({ ALGOTHEQUE_DATA_DIR: dir, ...faults.env });
    const isDone = () => readdirSync(join(dir, 'algos/staging')).length === 0;
    const ended = server.ended.then(() => true);
    await vi.waitUntil(async () => (await soon(ended)) || faults.hits().length > before || isDone(), {
      timeout: FAR_MS,
    });
    faults.set();
    const lives = killed === null || (await readsGood(server, killed));
    if (lives && isPatient) {
      const finished = vi.waitUntil(async () => (await soon(ended)) || isDone(), { timeout: FAR_MS });
      await finished.catch(() =>
        Promise.reject(new Error(`the earlier work is not finished: ${server.output().stderr}`)),
      );
    }
    const code = await server.stop('SIGKILL');
    if (code === null) return 'served';
    requireClear(code, server.output().stderr);
    return 'ended';
  } catch (refusal) {
    if (!(refusal instanceof RefusedStart)) throw refusal;
    requireClear(refusal.code, refusal.stderr);
    return 'refused';
  } finally {
    faults.set();
  }
}

const soon = (ended: Promise<boolean>): Promise<boolean> => Promise.race([ended, Promise.resolve(false)]);

function requireClear(code: number | null, stderr: string): void {
  if (code !== 1 || !CLEAR.test(stderr) || /^ +at /m.test(stderr)) throw new Error(`exit code ${code}, ${stderr}`);
}

/** Whether the server lives; it reads what was acknowledged, or says that it cannot. */
async function readsGood({ url }: ServerProcess, { facts, algos, owner }: KilledFolder): Promise<boolean> {
  for (const id of algos.keys()) {
    const found = await livingRead(url, { id, token: owner.token });
    for (const [fact, value] of found)
      if (value !== facts.get(fact)) throw new Error(`the server that lives reads ${fact}: ${value}`);
  }
  return send(url, 'GET /healthz').then(
    ({ status }) => status === 200,
    () => false,
  );
}
