/**
 * Measures the figures of docs/scaling.md: sizes of documents and indexes of a database that the adapter filled, and the
 * operations of each request. It prints the tables; with `--write` it writes them into the document.
 *
 *     npx node --conditions=@algotheque/source bench/mongoSizes.ts [--users 2000] [--write] [mongodb://…]
 *
 * Without a URL it starts a server with TEST_MONGODB_COMMAND. With a URL it does not remove its database bench_<pid> there.
 */
import { parseArgs } from 'node:util';
import { openMongoStore } from '@algotheque/adapters-mongo';
import { driver } from './mongo/driver.ts';
import { exampleContents, type Filling, fill } from './mongo/fill.ts';
import { requestCosts } from './mongo/requests.ts';
import { benchServer } from './mongo/server.ts';
import { type CollectionSize, collectionSizes, serverName } from './mongo/sizes.ts';
import { diskLine, formula, growthTable, perUser, requestsTable, sizesTable } from './mongo/tables.ts';
import { trafficTable } from './mongo/traffic.ts';
import type { RequestCost } from './mongo/waits.ts';
import { writeSections } from './sections.ts';

interface Measured {
  readonly server: string;
  readonly sizes: readonly CollectionSize[];
  readonly costs: readonly RequestCost[];
}

async function measure(url: string, filling: Filling): Promise<Measured> {
  const store = openMongoStore({ url });
  await fill(store, filling);
  await store.close();
  const client = new driver.MongoClient(url);
  const server = await serverName(client.db());
  const sizes = await collectionSizes(client.db());
  await client.close();
  const [content] = await exampleContents();
  const costs = await requestCosts(url, JSON.parse(Buffer.from(content ?? '{}').toString('utf8')));
  return { server, sizes, costs };
}

const { values, positionals } = parseArgs({
  options: { users: { type: 'string', default: '2000' }, write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const filling: Filling = { users: Number(values.users), sessionsPerUser: 2, algosPerUser: 5 };
const started = await benchServer(positionals[0]);
const { server, sizes, costs } = await measure(started.url, filling);
const use = await started.stop();

const seen = `Seen with ${filling.users.toLocaleString('en')} users on ${server}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}.`;
const growing = perUser(sizes, filling);
const sections = {
  seen,
  sizes: sizesTable(sizes),
  growth: `${growthTable(growing)}\n\n${diskLine(use, growing, filling)}`,
  formula: formula(growing),
  requests: requestsTable(costs),
  traffic: trafficTable(costs),
};
console.log(Object.values(sections).join('\n\n'));
if (values.write) await writeSections(new URL('../docs/scaling.md', import.meta.url).pathname, sections);
