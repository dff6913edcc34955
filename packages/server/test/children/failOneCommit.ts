/**
 * Saves an algorithm, waits for its input to end, tries one change, and then runs for eleven minutes of its own clock. Prints each step.
 */
import { readFileSync, writeSync } from 'node:fs';
import { DomainError } from '@algotheque/domain';
import { MEMBER, storesOn } from '../support/storesOn.ts';

const [dir = '', change = ''] = process.argv.slice(2);
const { service, clock } = await storesOn(dir);
await service.registerUser({ ...MEMBER, pseudo: 'Ada' });
const { token } = await service.login(MEMBER);
const caller = await service.authenticate(token);
const created = { ownerId: 1, nom: 'kept', sourceCode: { nom: 'kept' } };
await service.createAlgo(created, caller);
writeSync(1, 'ready\n');
readFileSync(0);

const changes: Readonly<Record<string, () => Promise<unknown>>> = {
  create: () => service.createAlgo({ ...created, nom: 'new', sourceCode: { nom: 'new' } }, caller),
  update: () => service.updateAlgo({ id: 1, changes: { nom: 'new', sourceCode: { nom: 'new' } } }, caller),
  delete: () => service.deleteAlgo({ id: 1 }, caller),
};
writeSync(1, `${await outcome(changes[change])}\n`);
clock.advance(11 * 60_000);
await service.resumeWork();
writeSync(1, 'swept\n');
setInterval(() => {}, 60_000); // until it is killed

async function outcome(work = async (): Promise<unknown> => 'no such change'): Promise<string> {
  try {
    await work();
    return 'acknowledged';
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
}
