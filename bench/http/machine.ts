import { availableParallelism, cpus, loadavg } from 'node:os';

/** When and on which machine the figures were measured, and the load of the machine. */
export function machine(rounds?: number): string {
  const load = loadavg().map((each) => each.toFixed(1));
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'})`;
  return `Seen on ${new Date().toISOString().slice(0, 10)} with Node ${process.version} on ${cores}${rounds === undefined ? '' : `, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`}; load of the machine at the end, over 1, 5 and 15 minutes: ${load.join(', ')}.`;
}
