/**
 * Compares our server with others that do the same work. Never run in CI.
 *
 *     mkdir /tmp/rivals && cd /tmp/rivals && npm init -y && npm install better-auth@1.7.25 parse-server@9.10.0 express@5
 *     RIVALS_DIR=/tmp/rivals TEST_MONGODB_COMMAND=… \
 *       npx node --conditions=@algotheque/source bench/rivals.ts [--rounds 5] [--write]
 *
 * With `--write` it writes the table into docs/benchmarks.md.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { findMongo, HOW_TO_GET_ONE } from '../packages/adapters-mongo/test/support/mongoServer.ts';
import { Connection, type Reply, type Request } from './http/connection.ts';
import { machine } from './http/machine.ts';
import { type Round, round } from './http/rounds.ts';
import { median, spread } from './http/table.ts';
import { betterAuth } from './rivals/betterAuth.ts';
import { ours } from './rivals/ours.ts';
import { parse } from './rivals/parse.ts';
import type { Documents, Rival } from './rivals/rival.ts';
import { writeSections } from './sections.ts';

const EMAIL = 'known@example.org';

interface Kind {
  readonly name: string;
  readonly count: number;
  readonly connections: number;
}

const KINDS: readonly Kind[] = [
  { name: 'sign-up', count: 40, connections: 4 },
  { name: 'login', count: 40, connections: 4 },
  { name: 'session check', count: 1_000, connections: 8 },
  { name: 'create', count: 200, connections: 8 },
  { name: 'read', count: 1_000, connections: 8 },
  { name: 'list of 100', count: 300, connections: 8 },
  { name: 'update', count: 200, connections: 8 },
  { name: 'delete', count: 200, connections: 8 },
];

/** How many documents are there to be read, listed and updated. */
const KEPT = 100;

/** Prepares a round of so many requests, and resolves to them by their number. */
type Prepare = (count: number) => Promise<(number: number) => Request>;

/** The rounds of a rival, by kind. */
async function roundsOf(rival: Rival): Promise<Readonly<Record<string, Prepare>>> {
  const ask = asker(rival);
  await ask(rival.signUp(EMAIL));
  const { head, body } = await ask(rival.login(EMAIL));
  const { session, documents } = rival.member(head, body);
  const users = {
    'sign-up': always(() => rival.signUp(`${randomUUID()}@example.org`)),
    login: always(() => rival.login(EMAIL)),
    'session check': always(() => session),
  };
  return documents === undefined ? users : { ...users, ...(await roundsOn(documents, ask)) };
}

async function roundsOn(documents: Documents, ask: Ask): Promise<Readonly<Record<string, Prepare>>> {
  const { create, on, list } = documents;
  const created = async (count: number) => {
    const made: ReturnType<Documents['on']>[] = [];
    while (made.length < count) made.push(on((await ask(create)).body));
    return (number: number) => made[number % count] ?? fail('no document');
  };
  const kept = await created(KEPT);
  return {
    create: always(() => create),
    read: always(() => kept(0).read),
    'list of 100': always(() => list),
    update: always((number) => kept(number).update),
    async delete(count) {
      const left = await created(count);
      return (number) => left(number).remove;
    },
  };
}

const always =
  (request: (number: number) => Request): Prepare =>
  async () =>
    request;

type Ask = (request: Request) => Promise<Reply>;

function asker({ name, server }: Rival): Ask {
  return async (request) => {
    const connection = await Connection.open(server.port);
    const reply = await connection.send(request);
    connection.close();
    return reply.status < 300 ? reply : fail(`${name}: ${request.path} ${reply.status} ${reply.body}`);
  };
}

function fail(message: string): never {
  throw new Error(message);
}

/** Lines of a table. The servers take turns, one round each; the first round is a warm-up. */
async function compare(rivals: readonly Rival[], rounds: number): Promise<readonly string[]> {
  const prepared = await Promise.all(rivals.map(roundsOf));
  const lines: string[] = [];
  for (const kind of KINDS) {
    const able = rivals.flatMap(({ name, server }, index) => {
      const prepare = prepared[index]?.[kind.name];
      return prepare === undefined ? [] : [{ name, server, prepare, seen: [] as Round[] }];
    });
    if (able.length < 2) continue;
    for (let number = 0; number <= rounds; number += 1) {
      for (const { server, prepare, seen } of able) {
        const measured = await round(server, { ...kind, request: await prepare(kind.count) });
        if (number > 0) seen.push(measured);
      }
    }
    lines.push(...able.map(({ name, seen }) => line(kind.name, name, seen)));
  }
  for (const { server } of rivals) await server.stop();
  return lines;
}

function line(kind: string, name: string, seen: readonly Round[]): string {
  const rates = spread(seen.map(({ requestsPerSecond }) => requestsPerSecond));
  return `| ${kind} | ${name} | ${rates} | ${median(seen.map(({ cpuMs }) => cpuMs)).toFixed(2)} |`;
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
});
const rounds = Number(values.rounds);
const source = new URL('../examples/algorithms/tri-rapide.json', import.meta.url);
const sourceCode: unknown = JSON.parse(await readFile(source, 'utf8'));
const embedded = await compare([await ours(sourceCode), await betterAuth()], rounds);
const mongo = await findMongo();
if (mongo === null) throw new Error(HOW_TO_GET_ONE);
const databases = [await mongo.start({ mode: 'replicaSet' }), await mongo.start({ mode: 'replicaSet' })] as const;
const [forOurs, forParse] = databases;
const onMongo = await compare(
  [await ours(sourceCode, forOurs.url('ours')), await parse(sourceCode, forParse.url('parse'))],
  rounds,
);
for (const database of databases) await database.stop();

const head = '| request | server | requests/s | CPU ms a request |\n| --- | --- | ---: | ---: |';
const text = `${machine(rounds)}\n\n${[head, ...embedded, ...onMongo].join('\n')}`;
console.log(text);
if (values.write) {
  await writeSections(new URL('../docs/benchmarks.md', import.meta.url).pathname, { rivals: text });
}
