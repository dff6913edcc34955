import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { Connection } from './http/connection.ts';
import { machine } from './http/machine.ts';
import { startOurs } from './http/serverProcess.ts';
import { median } from './http/table.ts';
import { type Input, inputsOn } from './longestHold/inputs.ts';
import { writeSections } from './sections.ts';

// Measures for how long the worst inputs of each route delay all other requests: the most processor time that the main
// thread uses in one turn of the event loop. For a route with several inputs the table shows the worst ones.

const socketPath = join(tmpdir(), `algotheque-hold-${process.pid}.sock`);

/** The longest turn since the last call, in milliseconds. */
async function longestTurn(): Promise<number> {
  const socket = connect(socketPath);
  await once(socket, 'connect');
  return Number(await text(socket));
}

interface Seen extends Input {
  readonly status: number;
  readonly holds: number[];
}

async function seenOf(connection: Connection, input: Input, rounds: number): Promise<Seen> {
  const holds: number[] = [];
  let status = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const requests = await input.requests();
    await longestTurn();
    for (const request of requests) ({ status } = await connection.send(request));
    const hold = await longestTurn();
    if (round > 0) holds.push(hold); // the first round is a warm-up
  }
  return { ...input, status, holds };
}

const table = (seen: readonly Seen[]): string =>
  [
    '| route | worst input | answer | longest hold, ms: median (least to most) |',
    '| --- | --- | ---: | ---: |',
    ...seen.map(({ route, what, status, holds }) => {
      const figures = [median(holds), Math.min(...holds), Math.max(...holds)].map((each) => each.toFixed(1));
      return `| \`${route}\` | ${what} | ${status} | ${figures[0]} (${figures[1]} to ${figures[2]}) |`;
    }),
  ].join('\n');

/** For each route the worst input that is accepted, and the worst that is refused. */
function worst(seen: readonly Seen[]): readonly Seen[] {
  const kindOf = ({ route, status }: Seen): string => `${route} ${status < 400}`;
  return [...Map.groupBy(seen, kindOf).values()].map((same) =>
    same.reduce((one, other) => (median(other.holds) > median(one.holds) ? other : one)),
  );
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    all: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const watch = new URL('holdWatch.ts', import.meta.url).href;
const server = await startOurs({ nodeOptions: [`--import=${watch}`], env: { HOLD_SOCKET: socketPath } });
const connection = await Connection.open(server.port);
const inputs = (await inputsOn(connection)).filter(({ route }) => route.includes(values.only));
const seen: Seen[] = [];
for (const input of inputs) seen.push(await seenOf(connection, input, rounds));
connection.close();
await server.stop();

const section = `${machine(rounds)}\n\n${table(values.all ? seen : worst(seen))}`;
console.log(section);
if (values.write) await writeSections(new URL('../docs/benchmarks.md', import.meta.url).pathname, { hold: section });
