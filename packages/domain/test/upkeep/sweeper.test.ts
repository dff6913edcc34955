import { setImmediate as settled } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Sweeper } from '../../src/upkeep/sweeper.ts';
import { FakeClock } from '../../testkit/memory/index.ts';

const MINUTE = 60_000;

/** A sweeper whose rounds are counted, and can be made to wait. */
function opened() {
  const clock = new FakeClock();
  const state = { begun: 0, ended: 0, hold: Promise.resolve() };
  const work = async () => {
    state.begun += 1;
    await state.hold;
    state.ended += 1;
  };
  const tick = async () => {
    clock.advance(MINUTE);
    await settled();
  };
  return { clock, state, sweeper: new Sweeper(work, clock), tick };
}

describe('the sweeper', () => {
  it('has no effect until it is started', async () => {
    const { state, tick } = opened();
    await tick();
    expect(state.begun).toBe(0);
  });

  it('runs at once, and then every minute', async () => {
    const { state, sweeper, tick, clock } = opened();
    await sweeper.start();
    expect(state.ended).toBe(1);
    for (let round = 2; round < 5; round += 1) {
      clock.advance(MINUTE - 1);
      await settled();
      expect(state.begun).toBe(round - 1);
      clock.advance(1);
      await settled();
      expect(state.ended).toBe(round);
    }
    await sweeper.stop();
    await tick();
    expect(state.begun).toBe(4);
  });

  it('is started once, for any number of calls', async () => {
    const { state, sweeper, tick } = opened();
    await Promise.all([sweeper.start(), sweeper.start()]);
    await sweeper.start();
    expect(state.begun).toBe(1);
    await tick();
    expect(state.begun).toBe(2);
    await sweeper.stop();
  });

  it('never runs two rounds at once', async () => {
    const { state, sweeper, tick } = opened();
    await sweeper.start();
    const held = Promise.withResolvers<void>();
    state.hold = held.promise;
    await tick();
    await tick();
    await tick();
    expect([state.begun, state.ended]).toEqual([2, 1]);
    held.resolve();
    await sweeper.stop();
    expect([state.begun, state.ended]).toEqual([2, 2]);
  });

  it.each(['first', 'later'])('waits for the %s round when it is stopped', async (which) => {
    const { state, sweeper, tick } = opened();
    const held = Promise.withResolvers<void>();
    if (which === 'later') await sweeper.start();
    state.hold = held.promise;
    const started = which === 'first' ? sweeper.start() : tick();
    await settled();
    expect(state.begun - state.ended).toBe(1);
    let isStopped = false;
    const stopped = sweeper.stop().then(() => {
      isStopped = true;
    });
    await settled();
    expect(isStopped).toBe(false);
    held.resolve();
    await Promise.all([started, stopped]);
    await tick();
    expect(state.begun).toBe(state.ended);
  });

  it('does no round when what comes before refuses it, and can be started again', async () => {
    const { state, sweeper, tick } = opened();
    await expect(sweeper.start(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    await tick();
    expect(state.begun).toBe(0);
    await sweeper.start();
    expect(state.ended).toBe(1);
    await sweeper.stop();
  });

  it('waits for what comes before when it is stopped, and goes on no further than the first round', async () => {
    const { state, sweeper, tick } = opened();
    const held = Promise.withResolvers<void>();
    const started = sweeper.start(() => held.promise);
    const stopped = sweeper.stop();
    held.resolve();
    await Promise.all([started, stopped]);
    await tick();
    expect([state.begun, state.ended]).toEqual([1, 1]);
  });

  it('can be stopped twice, before it was started, and started again', async () => {
    const { state, sweeper, tick } = opened();
    await sweeper.stop();
    await sweeper.start();
    await sweeper.stop();
    await sweeper.stop();
    await sweeper.start();
    await tick();
    expect(state.ended).toBe(3);
    await sweeper.stop();
  });
});
