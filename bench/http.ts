/**
 * Compares our server (embedded defaults) with a floor (bench/floorServer.ts) in the same run, and prints a table. Never
 * run in CI, because other work on the machine changes the ratios.
 *
 *     npx node --conditions=@algotheque/source bench/http.ts [--rounds 5] [--only read] [--profile FOLDER] [--write]
 *
 * With `--only` it measures the requests whose names begin with that text; with `--profile` our server writes a .cpuprofile into
 * the folder; with `--write` it writes the table into docs/benchmarks.md.
 */
import { parseArgs } from 'node:util';
import { machine } from './http/machine.ts';
import { type Round, round } from './http/rounds.ts';
import { type Scenario, scenariosOn } from './http/scenarios.ts';
import { type ServerProcess, startOurs, startScript } from './http/serverProcess.ts';
import { resultsTable } from './http/table.ts';
import { writeSections } from './sections.ts';

interface Side {
  readonly server: ServerProcess;
  readonly scenarios: readonly Scenario[];
}

async function sideOf(server: ServerProcess, only: string): Promise<Side> {
  const scenarios = await scenariosOn(server.port);
  return { server, scenarios: scenarios.filter(({ name }) => name.startsWith(only)) };
}

/**
 * The servers take turns, one round each, so that other work on the machine affects both. The first round is a warm-up and does not count.
 */
async function compare(ours: Side, floor: Side, rounds: number): Promise<string> {
  const results = [];
  for (const [index, scenario] of ours.scenarios.entries()) {
    const same = floor.scenarios[index] ?? scenario;
    const result = { name: scenario.name, ours: [] as Round[], floor: [] as Round[] };
    for (let number = 0; number <= rounds; number += 1) {
      const [first, second] = [await round(ours.server, scenario), await round(floor.server, same)];
      if (number === 0) continue;
      result.ours.push(first);
      result.floor.push(second);
    }
    results.push(result);
  }
  return resultsTable(results);
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const profile = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
const servers = [await startOurs({ nodeOptions: profile }), await startScript('floorServer.ts')] as const;
const [ours, floor] = [await sideOf(servers[0], values.only), await sideOf(servers[1], values.only)];
const results = await compare(ours, floor, Number(values.rounds));
for (const server of servers) await server.stop();

const seen = machine(Number(values.rounds));
console.log(`${seen}\n\n${results}`);
if (values.write) {
  await writeSections(new URL('../docs/benchmarks.md', import.meta.url).pathname, { http: `${seen}\n\n${results}` });
}
