import type { Round } from './rounds.ts';

export interface Result {
  readonly name: string;
  readonly ours: readonly Round[];
  readonly floor: readonly Round[];
}

const HEAD = `| request | ours, requests/s | floor, requests/s | ours / floor | ours, p99 ms | CPU ms a request, ours | floor | ours / floor |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |`;

/** Medians; rates also have their lowest and highest value. */
export function resultsTable(results: readonly Result[]): string {
  return [HEAD, ...results.map(line)].join('\n');
}

function line({ name, ours, floor }: Result): string {
  const rates = [ours, floor].map((rounds) => rounds.map(({ requestsPerSecond }) => requestsPerSecond));
  const [rate, floorRate] = [median(rates[0] ?? []), median(rates[1] ?? [])];
  // There are two lists.
  const [cpu, floorCpu] = [ours, floor].map((rounds) => median(rounds.map(({ cpuMs }) => cpuMs))) as [number, number];
  const cells = [
    name,
    ...rates.map(spread),
    (rate / floorRate).toFixed(2),
    median(ours.map(({ p99Ms }) => p99Ms)).toFixed(1),
    cpu.toFixed(2),
    floorCpu.toFixed(2),
    (cpu / floorCpu).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** The median, and the lowest and the highest value. */
export function spread(values: readonly number[]): string {
  return `${whole(median(values))} (${whole(Math.min(...values))} to ${whole(Math.max(...values))})`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
