import { expect, it } from 'vitest';
import { exceeded } from '../../bench/soak/gauges.ts';
import { BUSY } from '../../bench/soak/life.ts';
import { soak } from '../../bench/soak/run.ts';

const LIVES = 2;
/** A life waits for a mail, and for five hashes of passwords. */
const TIMEOUT_MS = 120_000;
const OPERATIONS = {
  login: 2 * LIVES,
  create: 3 * LIVES,
  read: 3 * LIVES,
  update: 3 * LIVES,
  share: 3 * LIVES,
  list: 3 * LIVES,
  delete: 2 * LIVES,
  'no JSON': LIVES,
  'wrong fields': LIVES,
  'unknown id': LIVES,
  'wrong password': LIVES,
  logout: LIVES,
  recover: LIVES,
  'new password': LIVES,
  'delete user': LIVES,
  register: LIVES + 1,
};

it.skipIf(process.platform !== 'linux')(
  'the soak does every operation, and samples what must stay bounded',
  async () => {
    const { operations, samples, mails } = await soak({ clients: 2, isOver: (lives) => lives >= LIVES, everyMs: 200 });
    const { [BUSY]: _busy, ...counts } = Object.fromEntries(operations); // depends on the machine
    expect(counts).toEqual(OPERATIONS);
    expect(mails).toBeGreaterThanOrEqual(2 * LIVES); // confirmation and recovery
    const last = samples.at(-1);
    expect(last?.contents).toBe(0);
    expect(last?.memory).toBeGreaterThan(10);
    expect(last?.descriptors).toBeGreaterThan(10);
    expect(exceeded(samples)).toEqual([]);
  },
  TIMEOUT_MS,
);

it('the soak reports each bound that was exceeded', () => {
  const low = { memory: 1, descriptors: 1, log: 1, mails: 1, contents: 1 };
  expect(exceeded([low, low])).toEqual([]);
  expect(exceeded([low, { ...low, log: 17, mails: 201 }])).toEqual(['log: 17.0, bound 16', 'mails: 201.0, bound 200']);
});
