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
import { Connection, type Request } from './http/connection.ts';
import { machine } from './http/machine.ts';
import { type Round, round } from './http/rounds.ts';
import { median, spread } from './http/table.ts';
import { benchServer } from './mongo/server.ts';
import { betterAuth } from './rivals/betterAuth.ts';
import { ours } from './rivals/ours.ts';
import { parse } from './rivals/parse.ts';
import type { Rival } from './rivals/rival.ts';
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
];

/** The requests of a rival, by kind. */
async function requestsOf(rival: Rival): Promise<Readonly<Record<string, () => Request>>> {
  const connection = await Connection.open(rival.server.port);
  const ask = async (request: Request) => {
    const reply = await connection.send(request);
    if (reply.status >= 300) throw new Error(`${rival.name}: ${request.path} ${reply.status} ${reply.body}`);
    return reply;
  };
  await ask(rival.signUp(EMAIL));
  const { head, body } = await ask(rival.login(EMAIL));
  const { session, document } = rival.member(head, body);
  const requests = {
    'sign-up': () => rival.signUp(`${randomUUID()}@example.org`),
    login: () => rival.login(EMAIL),
    'session check': () => session,
  };
  const wanted = document?.read((await ask(document.create)).body);
  connection.close();
  return document === undefined || wanted === undefined
    ? requests
    : { ...requests, create: () => document.create, read: () => wanted };
}

/** Lines of a table. The servers take turns, one round each; the first round is a warm-up. */
async function compare(rivals: readonly Rival[], rounds: number): Promise<readonly string[]> {
  const requests = await Promise.all(rivals.map(requestsOf));
  const lines: string[] = [];
  for (const kind of KINDS) {
    const able = rivals.flatMap(({ name, server }, index) => {
      const request = requests[index]?.[kind.name];
      return request === undefined ? [] : [{ name, server, request, seen: [] as Round[] }];
    });
    if (able.length < 2) continue;
    for (let number = 0; number <= rounds; number += 1) {
      for (const { server, request, seen } of able) {
        const measured = await round(server, { ...kind, request });
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
const databases = [await benchServer(undefined), await benchServer(undefined)] as const;
const [forOurs, forParse] = databases;
const onMongo = await compare([await ours(sourceCode, forOurs.url), await parse(sourceCode, forParse.url)], rounds);
for (const database of databases) await database.stop();

const head = '| request | server | requests/s | CPU ms a request |\n| --- | --- | ---: | ---: |';
const text = `${machine(rounds)}\n\n${[head, ...embedded, ...onMongo].join('\n')}`;
console.log(text);
if (values.write) {
  await writeSections(new URL('../docs/benchmarks.md', import.meta.url).pathname, { rivals: text });
}
