import { describe, expect, it } from 'vitest';
import { ROUND_STEP_MS, removalTimes } from '../../src/upkeep/removalTime.ts';
import { FakeClock } from '../../testkit/memory/index.ts';
import { memoryRoundLog } from '../../testkit/memory/upkeep/memoryRoundLog.ts';
import { logIn, member, openWorld } from '../support/world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Rounds on one store; `started` is another process. */
function rounds() {
  const [clock, log, problems] = [new FakeClock(), memoryRoundLog(), [] as string[]];
  const onProblem = (problem: unknown): void => void problems.push(String(problem));
  const started = () => removalTimes({ rounds: log, clock, onProblem });
  return { clock, log, problems, started };
}

describe('the time up to which a round removes', () => {
  it('is the present in the first round of a store, and in each that comes within an hour', async () => {
    const { clock, problems, started } = rounds();
    const next = started();
    for (const ms of [0, MINUTE, 0, ROUND_STEP_MS]) {
      clock.advance(ms);
      expect(await next()).toBe(clock.now());
    }
    expect(problems).toEqual([]);
  });

  it('goes on by an hour each round after a jump, also in another process, and says so once', async () => {
    const { clock, problems, started } = rounds();
    await started()();
    const before = clock.now();
    clock.advance(DAY);
    let next = started();
    for (let round = 1; round <= 24; round += 1) {
      expect(await next()).toBe(before + round * ROUND_STEP_MS);
      if (round === 12) next = started();
    }
    expect(problems).toHaveLength(2); // of each process
    expect(problems[0]).toContain(`from ${new Date(before).toISOString()} to ${new Date(clock.now()).toISOString()}`);
  });

  it('is the present again when a clock that was ahead is set back', async () => {
    const { clock, started } = rounds();
    const next = started();
    await next();
    clock.advance(40 * DAY);
    await next();
    clock.advance(MINUTE - 40 * DAY);
    expect(await next()).toBe(clock.now());
    clock.advance(MINUTE);
    expect(await next()).toBe(clock.now());
  });
});

describe('one start with a wrong clock', () => {
  it.for([40, -40])('by %d days removes nothing: bin, former versions, shares that wait, sessions', async (days) => {
    const world = openWorld();
    const { service, clock, ports, data } = world;
    const ada = await member(world, 'ada');
    const { token } = await logIn(world, 'ada');
    for (const nom of ['Sort', 'Search']) await service.createAlgo({ ownerId: 1, nom, sourceCode: {} }, ada);
    for (const n of [1, 2, 3]) {
      clock.advance(60 * MINUTE);
      await service.updateAlgo({ id: 1, changes: { nom: 'Sort', sourceCode: { n } } }, ada);
    }
    await service.shareAlgo({ id: 1, share: { email: 'bob@example.org', droits: 'Read' } }, ada);
    await service.deleteAlgo({ id: 2 }, ada);
    const kept = () => ({ history: data.history.size, bin: data.bin.size, sessions: data.sessions.size });
    await ports.rounds.record(clock.now());
    const before = kept();

    clock.advance(days * DAY);
    const wrong = openWorld({ replace: ports });
    await wrong.service.open();
    await wrong.service.close();
    clock.advance(MINUTE - days * DAY);
    const right = openWorld({ replace: ports });
    await right.service.open();
    await right.service.close();
    expect(kept()).toEqual(before);
    expect((await right.service.listShares(1, ada)).waiting).toHaveLength(1);
    expect((await right.service.authenticate(token)).user.id).toBe(1);
  });
});
