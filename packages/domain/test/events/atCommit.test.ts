import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { grant, openSharedAlgo } from '../support/algos.ts';
import { failing } from '../support/intercept.ts';
import { openWorld, refusal } from '../support/world.ts';

type Opened = Awaited<ReturnType<typeof openSharedAlgo>>;
type Call = (service: Opened['world']['service'], callers: Opened) => Promise<unknown>;

/** The call fails after its commit, because the content cannot get its place. */
async function failedAfterCommit(opened: Opened, port: string, call: Call): Promise<void> {
  const down = openWorld({ replace: opened.world.ports, step: failing(port) });
  expect(await refusal(call(down.service, opened))).toBe(Responses.General.Unavailable);
}

const remove: Call = (service, { owner }) => service.deleteAlgo({ id: 1 }, owner);

describe('a commit whose content cannot get its place is audited', () => {
  it.each<[string, string, Call]>([
    [
      'algo.rights_changed',
      'contentStore.publish',
      (service, { owner, reader }) =>
        service.updateAlgo(
          { id: 1, changes: { nom: 'Sort', sourceCode: { new: 1 }, permsAlgorithme: [grant(reader, 'ReadWrite')] } },
          owner,
        ),
    ],
    ['algo.deleted', 'contentStore.move', remove],
  ])('as %s', async (action, port, call) => {
    const opened = await openSharedAlgo();
    await failedAfterCommit(opened, port, call);
    expect(opened.world.ports.audit.events.at(-1)).toMatchObject({ action, targetId: 1 });
  });

  it.each<[string, string, Call]>([
    ['algo.restored', 'contentStore.move', (service, { owner }) => service.restoreAlgo({ id: 1 }, owner)],
    ['algo.purged', 'contentStore.delete', (service, { owner }) => service.purgeAlgo({ id: 1 }, owner)],
  ])('as %s, of the bin', async (action, port, call) => {
    const opened = await openSharedAlgo();
    await remove(opened.world.service, opened);
    await failedAfterCommit(opened, port, call);
    expect(opened.world.ports.audit.events.at(-1)).toMatchObject({ action, targetId: 1 });
  });
});
