/**
 * Measures how long exports and imports take, and the resident memory of the server meanwhile, for a user with few algorithms and for one
 * with many, each on a new server with its embedded defaults, started as `npm start` does. It prints a table; with `--write` it writes it
 * into docs/benchmarks.md. `--heap` bounds the old space of the server's JavaScript, in MiB. Never run in CI.
 *
 *     npx node --conditions=@algotheque/source bench/archives.ts [--sizes 1000,5000,10000] [--heap 128] [--write]
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Connection } from './http/connection.ts';
import { machine } from './http/machine.ts';
import { type Person, person } from './http/scenarios.ts';
import { type ServerProcess, startOurs } from './http/serverProcess.ts';
import { writeSections } from './sections.ts';

const MIB = 1_048_576;
const SAMPLE_MS = 20;
const CONNECTIONS = 8;

interface Step {
  readonly seconds: number;
  /** Resident memory in bytes. */
  readonly most: number;
}

interface Measured {
  readonly idle: number;
  readonly archive: number;
  readonly steps: Readonly<Record<string, Step>>;
}

async function measured(count: number, heap: string | undefined): Promise<Measured> {
  const bound = heap === undefined ? [] : [`--max-old-space-size=${heap}`];
  const server = await startOurs({ nodeOptions: ['--max-semi-space-size=8', ...bound] });
  try {
    const connection = await Connection.open(server.port);
    const [from, to] = [await person(connection, 'from@example.org'), await person(connection, 'to@example.org')];
    connection.close();
    const idle = server.memory().now;
    const creation = await step(server, () => create(server, from, count));
    let archive: Uint8Array<ArrayBuffer> = new Uint8Array();
    const exported = () =>
      step(server, async () => {
        archive = await exportOf(server, from);
      });
    const taken = (outcome: string) => step(server, () => importInto(server, to, { archive, outcome, count }));
    const steps = {
      'create all, one by one': creation,
      export: await exported(),
      'the same export again': await exported(),
      'import by another user': await taken('created'),
      'the same import again': await taken('present'),
    };
    return { idle, archive: archive.length, steps };
  } finally {
    await server.stop();
  }
}

/** Runs the work, and samples the memory of the server meanwhile. */
async function step(server: ServerProcess, work: () => Promise<unknown>): Promise<Step> {
  let most = server.memory().now;
  const timer = setInterval(() => {
    most = Math.max(most, server.memory().now);
  }, SAMPLE_MS);
  const start = performance.now();
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return { seconds: (performance.now() - start) / 1_000, most };
}

async function create({ port }: ServerProcess, { id: ownerId, token }: Person, count: number): Promise<void> {
  const source = new URL('../examples/algorithms/tri-rapide.json', import.meta.url);
  const example: unknown = JSON.parse(await readFile(source, 'utf8'));
  let next = 0;
  const worker = async (): Promise<void> => {
    const connection = await Connection.open(port);
    while (next < count) {
      next += 1;
      const body = JSON.stringify({ nom: `Tri rapide ${next}`, ownerId, sourceCode: { example, number: next } });
      const { status, body: answer } = await connection.send({ method: 'POST', path: '/api/algos', token, body });
      if (status !== 201) throw new Error(`A creation was answered with ${status}: ${answer}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

async function exportOf({ port }: ServerProcess, { id, token }: Person): Promise<Uint8Array<ArrayBuffer>> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${port}/api/users/${id}/export`, { headers });
  if (response.status !== 200) throw new Error(`An export was answered with ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

interface Expected {
  readonly archive: Uint8Array<ArrayBuffer>;
  readonly outcome: string;
  readonly count: number;
}

async function importInto(
  { port }: ServerProcess,
  { token }: Person,
  { archive, outcome, count }: Expected,
): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/zip' };
  const url = `http://127.0.0.1:${port}/api/algos/import`;
  const response = await fetch(url, { method: 'POST', headers, body: archive });
  const { data } = (await response.json()) as { readonly data: readonly { readonly outcome: string }[] };
  const done = data.filter((row) => row.outcome === outcome).length;
  if (done !== count) throw new Error(`Of ${count} algorithms ${done} were ${outcome}`);
}

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,5000,10000' },
    heap: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const sizes = values.sizes.split(',').map(Number);
const results: Measured[] = [];
for (const size of sizes) results.push(await measured(size, values.heap));

const mib = (bytes: number): string => (bytes / MIB).toFixed(0);
const head = sizes.map((size) => `${size.toLocaleString('en')}: s | highest, MiB`).join(' | ');
const names = Object.keys(results[0]?.steps ?? {});
const lines = names.map((name) => {
  const cells = results.flatMap(({ steps }) => [steps[name]?.seconds.toFixed(1), mib(steps[name]?.most ?? 0)]);
  return `| ${name} | ${cells.join(' | ')} |`;
});
const idle = results.map((result) => `${mib(result.idle)} MiB`).join(', ');
const archives = results.map((result) => `${(result.archive / MIB).toFixed(1)} MiB`).join(', ');
const table = [
  `${machine()} ${values.heap === undefined ? 'No bound of the old space.' : `Old space of at most ${values.heap} MiB.`} Resident before the first creation: ${idle}. The archives have ${archives}.`,
  '',
  `| | ${head} |`,
  `| --- | ${sizes.map(() => '---: | ---:').join(' | ')} |`,
  ...lines,
].join('\n');
console.log(table);
if (values.write) await writeSections(new URL('../docs/benchmarks.md', import.meta.url).pathname, { archives: table });
