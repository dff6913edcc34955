import { expect, it } from 'vitest';
import { changedUser, createService, PENDING_AGE_MS, type ResumedKind } from '../src/index.ts';
import { dueOf } from '../testkit/suites/samples.ts';
import { logIn, openWorld, register, type World } from './support/world.ts';

/** Another service on the ports of a world, and what its observer hears. */
function observed({ ports }: World) {
  const heard = { reads: [] as boolean[], resumed: [] as ResumedKind[] };
  const service = createService(ports, {
    observer: {
      onContentRead: (isCached) => heard.reads.push(isCached),
      onResumed: (kind) => heard.resumed.push(kind),
    },
  });
  return { service, heard };
}

it('an observer is notified of each piece of work that was resumed', async () => {
  const world = openWorld();
  const { service, heard } = observed(world);
  await register(world, 'ada');
  await service.resumeWork();
  expect(heard.resumed, 'nothing was left').toEqual([]);
  const now = world.clock.now();
  const due = (['confirmation', 'displaced', 'withdrawal', 'notice'] as const).map((kind) =>
    dueOf(kind, { date: now }),
  );
  await world.ports.users.change(1, (now) => changedUser(now, 1, { due }));
  await world.ports.contentStore.stage(new TextEncoder().encode('{}'), null);
  world.clock.advance(PENDING_AGE_MS + 1);
  await service.resumeWork();
  expect(heard.resumed.splice(0)).toEqual(['content', 'notice', 'withdrawal', 'confirmation', 'email']);
  const { caller } = await logIn(world, 'ada');
  await service.deleteUser({ id: caller.user.id }, caller);
  await service.resumeWork();
  expect(heard.resumed, 'the deletion is repeated, and its entry stays').toEqual([]);
  world.clock.advance(PENDING_AGE_MS);
  await service.resumeWork();
  expect(heard.resumed).toEqual(['deletion']);
});
