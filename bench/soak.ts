import { parseArgs } from 'node:util';
import { machine } from './http/machine.ts';
import { writeSections } from './sections.ts';
import { BOUNDS, exceeded, type Gauges } from './soak/gauges.ts';
import { type Soaked, soak } from './soak/run.ts';

// Mixed load on a server process of its own for a long time: what must stay bounded is sampled, and the command ends with 1
// when a bound was exceeded.

const ROWS = 12;
const SAMPLES = 120;

const UNITS: Readonly<Record<keyof Gauges, string>> = {
  memory: 'resident memory, MiB',
  descriptors: 'open descriptors',
  log: "SQLite's log, MiB",
  mails: 'mails that wait',
  contents: 'content files',
};

const names = Object.keys(BOUNDS) as readonly (keyof Gauges)[]; // its keys are those of Gauges

function table({ samples }: Soaked): string {
  const figures = (of: Gauges) => names.map((name) => of[name].toFixed(name === 'memory' || name === 'log' ? 1 : 0));
  const step = Math.max(1, Math.floor(samples.length / ROWS));
  const shown = samples.filter((_, index) => index === samples.length - 1 || index % step === 0);
  const most = Object.fromEntries(names.map((name) => [name, Math.max(...samples.map((sample) => sample[name]))]));
  return [
    `| second | ${names.map((name) => UNITS[name]).join(' | ')} |`,
    `| ---: | ${names.map(() => '---:').join(' | ')} |`,
    ...shown.map((sample) => `| ${sample.second.toFixed(0)} | ${figures(sample).join(' | ')} |`),
    `| most of ${samples.length} samples | ${figures(most as unknown as Gauges).join(' | ')} |`, // made of the same names
    `| bound | ${names.map((name) => BOUNDS[name]).join(' | ')} |`,
  ].join('\n');
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    clients: { type: 'string', default: '4' },
    write: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const end = performance.now() + seconds * 1_000;
const soaked = await soak({
  clients: Number(values.clients),
  isOver: () => performance.now() >= end,
  everyMs: (seconds * 1_000) / SAMPLES,
});
const counts = [...soaked.operations].map(([operation, count]) => `${operation} ${count}`).join(', ');
const section = [
  machine(),
  `${values.clients} clients for ${seconds} s: ${counts}; ${soaked.mails} mails delivered.`,
  table(soaked),
].join('\n\n');
console.log(section);
if (values.write) await writeSections(new URL('../docs/reliability.md', import.meta.url).pathname, { soak: section });
const problems = exceeded(soaked.samples);
for (const problem of problems) console.error(`Bound exceeded: ${problem}`);
if (problems.length > 0) process.exitCode = 1;
