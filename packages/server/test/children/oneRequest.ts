/** Registers a user, waits for its input to end, and makes one more request to the service on the embedded defaults. */
import { readFileSync, writeSync } from 'node:fs';
import { openLocal } from '../../src/index.ts';

const [dataDir = '', request = ''] = process.argv.slice(2);
const { service } = await openLocal({ dataDir });
const member = { email: 'ada@example.org', password: 'correct horse', pseudo: 'Ada' };
const from = { address: '192.0.2.1' };
const { id: ownerId } = await service.registerUser(member, from);
const caller = await service.authenticate((await service.login(member, from)).token);
const algo = { nom: 'Sort', sourceCode: { steps: [] } };
const {
  algo: { id },
} = await service.createAlgo({ ownerId, ...algo }, caller);
writeSync(1, 'ready\n');
readFileSync(0);

const requests: Readonly<Record<string, () => Promise<unknown>>> = {
  register: () => service.registerUser({ ...member, email: 'grace@example.org' }, from),
  login: () => service.login(member, from),
  create: () => service.createAlgo({ ownerId, ...algo }, caller),
  update: () => service.updateAlgo({ id, changes: { ...algo, sourceCode: { step: [] } } }, caller),
  delete: () => service.deleteAlgo({ id }, caller),
  read: () => service.getAlgo({ id }, caller),
  list: () => service.listAlgos({ id: ownerId }, caller),
};
await requests[request]?.();
writeSync(1, 'answered\n');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // until it is killed: nothing in the background adds calls
