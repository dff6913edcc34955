/**
 * Compares our server without metrics and tracing with one that has metrics, and one that has an SDK of OpenTelemetry, which records
 * every span and drops it, in the same run, and prints a table. Never run in CI.
 *
 *     npx node --conditions=@algotheque/source bench/observing.ts [--rounds 9] [--only read] [--before FOLDER]
 *
 * With `--before` it also measures the server of another checkout, for example of the release before.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from './http/machine.ts';
import { type Round, round } from './http/rounds.ts';
import { type Scenario, scenariosOn } from './http/scenarios.ts';
import { type ServerProcess, startOurs, startServerIn } from './http/serverProcess.ts';
import { median } from './http/table.ts';

interface Side {
  readonly name: string;
  readonly server: ServerProcess;
  readonly scenarios: readonly Scenario[];
  readonly rounds: Round[];
}

const SDK = new URL('../packages/server/test/tracing/preload.ts', import.meta.url).href;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    only: { type: 'string', default: 'read' },
    before: { type: 'string' },
  },
});

async function side(name: string, started: Promise<ServerProcess>): Promise<Side> {
  const server = await started;
  const scenarios = (await scenariosOn(server.port)).filter((scenario) => scenario.name.startsWith(values.only));
  return { name, server, scenarios, rounds: [] };
}

const sides = [
  await side('neither', startOurs()),
  await side('metrics', startOurs({ env: { ALGOTHEQUE_METRICS: '0' } })),
  await side('an SDK', startOurs({ nodeOptions: [`--import=${SDK}`] })),
  ...(values.before === undefined ? [] : [await side('before', startServerIn(join(values.before, 'packages/server')))]),
];

// The servers take turns, in another order each time, so that other work on the machine affects all of them. The first round is a warm-up
// and does not count.
for (let number = 0; number <= Number(values.rounds); number += 1) {
  const turn = number % sides.length;
  for (const { server, scenarios, rounds } of [...sides.slice(turn), ...sides.slice(0, turn)]) {
    for (const scenario of scenarios) {
      const measured = await round(server, scenario);
      if (number > 0) rounds.push(measured);
    }
  }
}

const [first] = sides;
const cpuOf = ({ rounds }: Side): number => median(rounds.map(({ cpuMs }) => cpuMs));
console.log(
  `${machine(Number(values.rounds))}\n\n| ${values.only}: server with | CPU ms a request | ratio |\n|---|---:|---:|`,
);
for (const each of sides) {
  const ratio = first === undefined ? 1 : cpuOf(each) / cpuOf(first);
  console.log(`| ${each.name} | ${cpuOf(each).toFixed(3)} | ${ratio.toFixed(2)} |`);
  await each.server.stop();
}
