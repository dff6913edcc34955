import fc from 'fast-check';
import type { Step } from './intercept.ts';

/** Lets the scheduler decide when each call of a port begins, and when its caller gets the result. */
export function scheduled(scheduler: fc.Scheduler): Step {
  return async (name, run) => {
    await scheduler.schedule(Promise.resolve(), `begin ${name}`);
    const result = await run();
    await scheduler.schedule(Promise.resolve(), `end ${name}`);
    return result;
  };
}

/** Tries many orders of the steps of racing operations. */
export function inManyOrders(race: (scheduler: fc.Scheduler) => Promise<void>, numRuns = 150): Promise<void> {
  return fc.assert(fc.asyncProperty(fc.scheduler(), race), { numRuns });
}
