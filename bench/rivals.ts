/**
 * Sign-up, login and session check on our server and on others, side by side. Never run in CI.
 *
 *     mkdir /tmp/rivals && cd /tmp/rivals && npm init -y && npm install better-auth@1.7.25
 *     RIVALS_DIR=/tmp/rivals node --conditions=@algotheque/source bench/rivals.ts [--rounds 5] [--write]
 */
import { randomUUID } from 'node:crypto';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Connection, type Request } from './http/connection.ts';
import { type Round, round } from './http/rounds.ts';
import { type ServerProcess, startOurs, startScript } from './http/serverProcess.ts';
import { median, whole } from './http/table.ts';
import { writeSections } from './sections.ts';

/** A server, and its requests for the same three things. */
interface Rival {
  readonly name: string;
  readonly server: ServerProcess;
  readonly signUp: (email: string) => Request;
  readonly login: (email: string) => Request;
  /** From the answer to a login. */
  readonly session: (head: string, body: string) => Request;
}

const PASSWORD = 'correct horse battery staple';
const EMAIL = 'known@example.org';
const post = (path: string, body: object, headers = {}): Request => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
  headers,
});

async function ours(): Promise<Rival> {
  return {
    name: 'Algotheque',
    server: await startOurs(),
    signUp: (email) => post('/api/users/register', { email, password: PASSWORD, pseudo: 'Someone' }),
    login: (email) => post('/api/users/login', { email, password: PASSWORD }),
    session: (_head, body) => {
      const { data } = JSON.parse(body) as { data: { token: string; utilisateur: { id: number } } }; // docs/api.md
      return { method: 'GET', path: `/api/users/${data.utilisateur.id}`, token: data.token };
    },
  };
}

async function betterAuth(): Promise<Rival> {
  const origin = { Origin: 'http://127.0.0.1' };
  return {
    name: 'better-auth',
    server: await startScript('betterAuthServer.ts'),
    signUp: (email) => post('/api/auth/sign-up/email', { email, password: PASSWORD, name: 'Someone' }, origin),
    login: (email) => post('/api/auth/sign-in/email', { email, password: PASSWORD }, origin),
    session: (head) => {
      const cookie = /set-cookie: ([^;]+)/i.exec(head)?.[1] ?? '';
      return { method: 'GET', path: '/api/auth/get-session', headers: { Cookie: cookie } };
    },
  };
}

interface Kind {
  readonly name: string;
  readonly count: number;
  readonly connections: number;
}

const KINDS: readonly Kind[] = [
  { name: 'sign-up', count: 40, connections: 4 },
  { name: 'login', count: 40, connections: 4 },
  { name: 'session check', count: 1_000, connections: 8 },
];

/** What a rival's request of each kind is. */
async function requestsOf(rival: Rival): Promise<readonly ((number: number) => Request)[]> {
  const connection = await Connection.open(rival.server.port);
  await connection.send(rival.signUp(EMAIL));
  const { status, head, body } = await connection.send(rival.login(EMAIL));
  connection.close();
  if (status !== 200) throw new Error(`${rival.name}: ${status} ${body}`);
  const check = rival.session(head, body);
  return [() => rival.signUp(`${randomUUID()}@example.org`), () => rival.login(EMAIL), () => check];
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
});
const rivals = [await ours(), await betterAuth()];
const requests = await Promise.all(rivals.map(requestsOf));
const lines: string[] = [];
for (const [index, kind] of KINDS.entries()) {
  const rounds: Round[][] = rivals.map(() => []);
  for (let number = 0; number <= Number(values.rounds); number += 1) {
    for (const [which, rival] of rivals.entries()) {
      const request = requests[which]?.[index];
      if (request === undefined) throw new Error(`${rival.name} has no ${kind.name}`);
      const measured = await round(rival.server, { ...kind, request });
      if (number > 0) rounds[which]?.push(measured); // the first warms up
    }
  }
  for (const [which, { name }] of rivals.entries()) {
    const rates = (rounds[which] ?? []).map(({ requestsPerSecond }) => requestsPerSecond);
    const cpu = median((rounds[which] ?? []).map(({ cpuMs }) => cpuMs));
    const rate = `${whole(median(rates))} (${whole(Math.min(...rates))} to ${whole(Math.max(...rates))})`;
    lines.push(`| ${kind.name} | ${name} | ${rate} | ${cpu.toFixed(2)} |`);
  }
}
for (const { server } of rivals) await server.stop();

const load = loadavg().map((each) => each.toFixed(1));
const seen = `Seen on ${new Date().toISOString().slice(0, 10)} with Node ${process.version} on ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${values.rounds} rounds; load of the machine at the end, over 1, 5 and 15 minutes: ${load.join(', ')}.`;
const table = `| request | server | requests/s | CPU ms a request |\n| --- | --- | ---: | ---: |\n${lines.join('\n')}`;
console.log(`${seen}\n\n${table}`);
if (values.write) {
  await writeSections(new URL('../docs/benchmarks.md', import.meta.url).pathname, { rivals: `${seen}\n\n${table}` });
}
