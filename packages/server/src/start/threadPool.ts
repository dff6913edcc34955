import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import type { OnProblem } from '@algotheque/domain';

/** The name of the threads of Node's pool; libuv gives it since 1.50, so Node since 22.14. */
const POOL_THREAD = 'libuv-worker';
const THREADS = '/proc/self/task';
/** At nice 10 a thread gets a tenth of the time of one at 0 that wants the same core (Linux, sched(7)). */
const STEPS = 10;

/**
 * Lets the thread that serves requests run before the threads that compute password hashes if both want the same core. Linux
 * has a priority for each thread; elsewhere this has no effect. Call it after the pool was used, which starts all its threads.
 * Files are written in the same pool, beside the hashes as before.
 */
export function putPoolBehindRequests(onProblem: OnProblem): void {
  if (process.platform !== 'linux') return;
  try {
    const priority = Math.min(getPriority() + STEPS, constants.priority.PRIORITY_LOW);
    for (const thread of readdirSync(THREADS)) {
      const name = readFileSync(`${THREADS}/${thread}/comm`, 'utf8');
      if (name.startsWith(POOL_THREAD)) setPriority(Number(thread), priority);
    }
  } catch (problem) {
    onProblem(problem, 'the priority of password hashes'); // a container may forbid it: hashes then delay other requests more
  }
}
