import type { RateLimiter } from '@algotheque/domain';
import { equal, ok } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { NOW } from '../samples.ts';
import type { AddTest } from '../suite.ts';

const RULE = { limit: 3, windowMs: 60_000 };
const END = NOW + 60_000;
const COUNTED = { retryAfterMs: 0, end: END };

/** How many hits pass at `now`, until one is refused. */
async function roomAt(port: RateLimiter, now: number): Promise<number> {
  for (let room = 0; ; room += 1) if ((await port.hit('key', RULE, now)).retryAfterMs > 0) return room;
}

const fill = async (port: RateLimiter, now = NOW): Promise<void> => equal(await roomAt(port, now), 3, 'room');

export function addGiveBackTests(test: AddTest<Fixture<RateLimiter>>): void {
  test('has room for one hit more for each that is given back, in the same window', async ({ port }) => {
    await fill(port);
    await port.giveBack('key', END);
    equal(await port.hit('key', RULE, NOW + 5_000), COUNTED);
    equal(await port.hit('key', RULE, NOW + 5_000), { retryAfterMs: 55_000, end: END });
    for (let back = 0; back < 2; back += 1) await port.giveBack('key', END);
    equal(await roomAt(port, NOW + 59_999), 2, 'after two more');
  });

  test('starts the next window with the next hit when all hits were given back', async ({ port }) => {
    for (let hit = 0; hit < 2; hit += 1) equal(await port.hit('key', RULE, NOW), COUNTED);
    for (let hit = 0; hit < 2; hit += 1) await port.giveBack('key', END);
    equal(await port.hit('key', RULE, NOW + 20_000), { retryAfterMs: 0, end: NOW + 80_000 });
  });

  test('never counts below zero', async ({ port }) => {
    for (const key of ['key', 'unknown']) await port.giveBack(key, END);
    equal(await port.hit('key', RULE, NOW), COUNTED);
    for (let back = 0; back < 5; back += 1) await port.giveBack('key', END);
    await fill(port);
  });

  test('gives nothing back from a window that has ended, also when the next one runs', async ({ port }) => {
    await fill(port);
    await port.giveBack('key', END);
    await fill(port, END);
    for (let back = 0; back < 3; back += 1) await port.giveBack('key', END);
    equal(await roomAt(port, END), 0, 'room of the next window');
    await port.giveBack('key', END + 60_000);
    equal(await roomAt(port, END), 1, 'after a hit of the window itself');
  });

  test('gives nothing back from the window that runs since the key was cleared', async ({ port }) => {
    await fill(port);
    await port.clear('key');
    await fill(port, NOW + 1);
    await port.giveBack('key', END);
    equal(await roomAt(port, NOW + 1), 0);
  });

  test('gives a hit back from a window that was shortened since', async ({ port }) => {
    const { end } = await port.hit('key', RULE, NOW + 63_072_000_000);
    for (let hit = 0; hit < 2; hit += 1) equal(await port.hit('key', RULE, NOW), COUNTED);
    await port.giveBack('key', end);
    equal(await roomAt(port, NOW), 1);
  });

  test('gives a hit back to one key only', async ({ port }) => {
    await fill(port);
    for (const other of ['Key', 'ke', 'key ', '']) await port.giveBack(other, END);
    equal(await roomAt(port, NOW), 0);
  });

  test(
    'lets no more pass than the limit and what is given back, of 100 racing hits',
    {
      uses: 'another',
    },
    async ({ port }, ports) => {
      const rule = { limit: 10, windowMs: 60_000 };
      let [passed, given] = [0, 0];
      const hits = race(ports, 100, async (one, index) => {
        const { retryAfterMs, end } = await one.hit('key', rule, NOW);
        if (retryAfterMs > 0) return;
        passed += 1;
        if (index % 2 === 0) return;
        await one.giveBack('key', end);
        given += 1;
      });
      await Promise.all(hits);
      ok(passed >= 10 && passed <= 10 + given, `${passed} hits passed, and ${given} were given back`);
      const later = await Promise.all(race(ports, 20, (one) => one.hit('key', rule, NOW)));
      const room = later.filter(({ retryAfterMs }) => retryAfterMs === 0).length;
      equal(room, 10 - (passed - given), 'room for further hits');
      equal((await port.hit('key', rule, NOW)).retryAfterMs, 60_000);
    },
  );
}
