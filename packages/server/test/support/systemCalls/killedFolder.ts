import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { newPerson, PASSWORD, type Person, send } from '@algotheque/testing/httpClient';
import { vi } from 'vitest';
import type { Faults } from '../../../../../test/support/faults/faultLibrary.ts';
import { startServer } from '../serverProcess.ts';
import { ABSENT, algoFact, type Facts, sourceOf } from '../storedState/facts.ts';

const EIO = 5;
/** The time of all files, in seconds since the Unix epoch: a start does not take them for work of the moment. */
export const LONG_AGO = 1_000_000_000;

export interface KilledFolder {
  readonly owner: Person;
  /** Algorithms that are there. */
  readonly algos: ReadonlyMap<number, string>;
  /** Everything that the server acknowledged. */
  readonly facts: Facts;
}

/**
 * Leaves in `dir` what a killed server leaves: a new, a changed and a removed algorithm whose records are committed and whose files have
 * the former names, a mail that is still due, and unfinished files.
 */
export async function leaveKilled(dir: string, faults: Faults): Promise<KilledFolder> {
  const server = await startServer({ ALGOTHEQUE_DATA_DIR: dir, ...faults.env });
  const owner = await newPerson(server.url);
  const ask = (target: string, nom?: string) => {
    const json = nom === undefined ? {} : { json: { ownerId: owner.id, nom, sourceCode: sourceOf(nom, 900) } };
    return send(server.url, target, { token: owner.token, ...json });
  };
  const write = async (target: string, nom: string): Promise<number> => {
    const { status, data } = await ask(target, nom);
    if (status >= 300) throw new Error(`${target}: ${status}`);
    return (data as { id: number }).id; // answered by these routes
  };
  const writeHalf = async (target: string, nom?: string): Promise<void> => {
    const { status } = await ask(target, nom);
    if (status !== 503) throw new Error(`${target}: ${status}`);
  };
  const [kept, changed, removed] = [
    await write('POST /api/algos', 'kept'),
    await write('POST /api/algos', 'old'),
    await write('POST /api/algos', 'removed'),
  ];
  // The records are committed, and no file gets its new name: the answer is 503. Nothing that is unfinished can be removed.
  const failing = [
    ...(['rename', 'unlink'] as const).map((call) => ({ call, path: `${dir}/algos`, errno: EIO })),
    ...(['fsync', 'rename', 'unlink'] as const).map((call) => ({ call, path: `${dir}/outbox`, errno: EIO })),
  ];
  faults.set(...failing);
  const made = removed + 1;
  await writeHalf('POST /api/algos', 'new');
  await writeHalf(`PUT /api/algos/${changed}`, 'changed');
  await writeHalf(`DELETE /api/algos/${removed}`);
  const bob = { email: 'bob@example.org', password: PASSWORD, pseudo: 'Bob' };
  await send(server.url, 'POST /api/users/register', { json: bob });
  for (const folder of ['algos/staging', 'outbox/tmp'])
    await vi.waitUntil(() => readdirSync(join(dir, folder)).length > 0, { timeout: 60_000 });
  await server.stop('SIGKILL');
  faults.set();
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }))
    utimesSync(join(dir, name), LONG_AGO, LONG_AGO);
  const algos = new Map([
    [kept, 'kept'],
    [changed, 'changed'],
    [made, 'new'],
  ] as const);
  return { owner, algos, facts: factsOf(owner, { algos, removed }) };
}

function factsOf(owner: Person, { algos, removed }: Pick<KilledFolder, 'algos'> & { removed: number }): Facts {
  return new Map([
    [`user ${owner.email}`, 'present'],
    [`password ${owner.email}`, PASSWORD],
    [`session ${owner.token}`, 'valid'],
    [`algo ${removed}`, ABSENT],
    ...[...algos].map(([id, nom]) => [`algo ${id}`, algoFact(nom)] as const),
  ]);
}
