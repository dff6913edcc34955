/** Registers a user, waits for its input to end, and makes one more request to the service on the embedded defaults. */
import { readFileSync, writeSync } from 'node:fs';
import { openLocal } from '../../src/index.ts';

const [dataDir = '', request = ''] = process.argv.slice(2);
const { service } = await openLocal({ dataDir });
const member = { email: 'ada@example.org', password: 'correct horse', pseudo: 'Ada' };
const from = { address: '192.0.2.1' };
await service.registerUser(member, from);
writeSync(1, 'ready\n');
readFileSync(0);
if (request === 'register') await service.registerUser({ ...member, email: 'grace@example.org' }, from);
else await service.login(member, from);
writeSync(1, 'answered\n');
setInterval(() => {}, 60_000); // until it is killed, so that the closing adds no calls
