import { expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../src/index.ts';
import { validSessions } from '../../src/sessions/userSessions.ts';
import { logIn, openWorld, register } from '../support/world.ts';

it('of sessions that were used at the same time, the one that began last comes first', async () => {
  const { ports, service, clock } = openWorld();
  const { id } = await register({ service }, 'ada');
  const began: number[] = [];
  for (let times = 0; times < 3; times += 1) {
    began.unshift(clock.now());
    await logIn({ service }, 'ada');
    clock.advance(1_000);
  }
  const user = await ports.users.findById(id);
  if (user === null) throw new Error('Ada is absent');
  const listed = await ports.sessionStore.listByUser(id, 9);
  const dateUtilisation = clock.now();
  const mixed = [1, 0, 2].flatMap((index) => listed.at(index) ?? []).map((one) => ({ ...one, dateUtilisation }));
  const sessionStore = { ...ports.sessionStore, listByUser: async () => mixed };
  const sorted = await validSessions({ sessionStore, clock, policy: DEFAULT_POLICY }, user);
  expect(sorted.map(({ dateCreation }) => dateCreation)).toEqual(began);
});
