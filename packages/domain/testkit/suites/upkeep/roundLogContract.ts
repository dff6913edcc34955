import { MAX_DATE_MS, type RoundLog } from '@algotheque/domain';
import { equal, ok } from '../assert.ts';
import { addHealthTests, race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { NOW } from '../samples.ts';
import { contract } from '../suite.ts';

/** What every RoundLog promises. */
export const roundLogContract = contract<Fixture<RoundLog>>('RoundLog', (test) => {
  test('has no date at first', async ({ port }) => {
    equal(await port.last(), null);
  });

  test('has the last date, later or earlier than the one before', async ({ port }) => {
    for (const date of [NOW, NOW + 1, 0, MAX_DATE_MS, NOW - 1]) {
      await port.record(date);
      equal(await port.last(), date);
    }
  });

  test('keeps one of 30 racing dates, also the first one', { uses: 'another' }, async (fixture, ports) => {
    await Promise.all(race(ports, 30, (port, index) => port.record(NOW + index)));
    const last = (await fixture.port.last()) ?? -1;
    ok(last >= NOW && last < NOW + 30, `${last} is none of them`);
  });

  test('keeps the date over a restart', { needs: 'reopen' }, async (fixture) => {
    await fixture.port.record(NOW);
    const port = await fixture.reopen();
    equal(await port.last(), NOW);
  });

  addHealthTests(test, (log) => ({ last: () => log.last(), record: () => log.record(NOW) }));
});
