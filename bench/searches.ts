/**
 * Compares the first page of searches of a user with few algorithms and of one with many, on SQLite or MongoDB, each in a database of its
 * own. Both are measured in one process and take turns. It prints a table; with `--write` it writes it into docs/benchmarks.md. Never run
 * in CI.
 *
 *     npx node --conditions=@algotheque/source bench/searches.ts [--sizes 1000,100000] [--rounds 9] [--store sqlite|mongodb] [--write]
 *
 * For MongoDB it starts a server with TEST_MONGODB_COMMAND.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openMongoStore } from '@algotheque/adapters-mongo';
import { openSqliteStore } from '@algotheque/adapters-sqlite';
import { machine } from './http/machine.ts';
import { median } from './http/table.ts';
import { benchServer } from './mongo/server.ts';
import { filled, QUESTIONS, type Searching, type Stored } from './searches/filled.ts';
import { writeSections } from './sections.ts';

/** Searches of one question in one round, on each side. */
const SEARCHES = 20;

interface Opened {
  /** @param number of the database, from 0 */
  store(number: number): Promise<Stored & { close(): Promise<void> }>;
  end(): Promise<unknown>;
}

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000' },
    rounds: { type: 'string', default: '9' },
    store: { type: 'string', default: 'sqlite' },
    write: { type: 'boolean', default: false },
  },
});
const sizes = values.sizes.split(',').map(Number);
const rounds = Number(values.rounds);

async function opened(): Promise<Opened> {
  if (values.store === 'mongodb') {
    const server = await benchServer(undefined);
    const store = async (number: number) => {
      const opened = openMongoStore({ url: `${server.url}_${number}` });
      await opened.ready();
      return opened;
    };
    return { store, end: () => server.stop() };
  }
  const folder = await mkdtemp(join(tmpdir(), 'algotheque-bench-'));
  return {
    store: async (number) => openSqliteStore(join(folder, `${number}.db`)),
    end: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The milliseconds of each search, and how many algorithms it found. */
async function measured({ search }: Searching, question: (typeof QUESTIONS)[number]) {
  const times: number[] = [];
  let found = 0;
  for (let count = 0; count < SEARCHES; count += 1) {
    const start = performance.now();
    found = await search(question);
    times.push(performance.now() - start);
  }
  return { ms: median(times), found };
}

const { store, end } = await opened();
const stores = [];
for (const number of sizes.keys()) stores.push(await store(number));
const sides = [];
for (const [index, one] of stores.entries()) sides.push(await filled(one, sizes[index] ?? 0));

const lines: string[] = [];
for (const question of QUESTIONS) {
  const byRound: Awaited<ReturnType<typeof measured>>[][] = [];
  for (let number = 0; number <= rounds; number += 1) {
    const results: Awaited<ReturnType<typeof measured>>[] = [];
    const order = number % 2 === 0 ? [...sides.keys()] : [...sides.keys()].toReversed();
    for (const index of order) {
      const side = sides[index];
      if (side !== undefined) results[index] = await measured(side, question);
    }
    if (number > 0) byRound.push(results); // the first one is a warm-up
  }
  const of = (index: number) => byRound.map((results) => results[index] ?? { ms: 0, found: 0 });
  const last = sizes.length - 1;
  const ratios = byRound.map((results) => (results[last]?.ms ?? 0) / (results[0]?.ms ?? 1)).sort((a, b) => a - b);
  const found = [0, last].map((index) => of(index)[0]?.found).join(', ');
  const ms = [0, last].map((index) => median(of(index).map((one) => one.ms)).toFixed(2)).join(' | ');
  const spread = `${median(ratios).toFixed(2)} (${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)})`;
  lines.push(`| ${question.title} | ${found} | ${ms} | ${spread} |`);
}
for (const one of stores) await one.close();
await end();

const names = sizes.map((size) => size.toLocaleString('en'));
const table = [
  machine(rounds),
  '',
  `| first page | records in it | ${names[0]}, ms | ${names.at(-1)}, ms | ratio |`,
  '| --- | ---: | ---: | ---: | ---: |',
  ...lines,
].join('\n');
console.log(table);
if (values.write) {
  const document = new URL('../docs/benchmarks.md', import.meta.url).pathname;
  await writeSections(document, { [`searches on ${values.store}`]: table });
}
