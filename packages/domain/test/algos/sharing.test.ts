import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { grant, openSharedAlgo } from '../support/algos.ts';
import { refusal } from '../support/world.ts';

const { Invalid_data } = Responses.General;
const { Not_found } = Responses.Algo;
const CHANGES = { nom: 'Search', sourceCode: { version: 3 } };

describe('sharing', () => {
  const share = async (list: unknown) => {
    const opened = await openSharedAlgo();
    const changes = { ...CHANGES, permsAlgorithme: list };
    return { ...opened, result: opened.world.service.updateAlgo({ id: 1, changes }, opened.owner) };
  };

  it('replaces the whole list, and keeps its order', async () => {
    const list = [
      { idUtilisateur: 4, droits: 'ReadWrite' },
      { idUtilisateur: 3, droits: 'Read' },
    ];
    const { world, result, writer, stranger } = await share(list);
    expect((await result).algo.permsAlgorithme).toEqual(list);
    expect(await refusal(world.service.getAlgo({ id: 1 }, writer))).toBe(Not_found);
    expect((await world.service.getAlgo({ id: 1 }, stranger)).algo.droits).toBe('ReadWrite');
  });

  it.each([null, '', undefined])('is not requested by %j', async (list) => {
    const { result } = await share(list);
    expect((await result).algo.permsAlgorithme).toHaveLength(2);
  });

  it('is audited, and no other update is', async () => {
    const { world, result, owner } = await share([]);
    await result;
    await world.service.updateAlgo({ id: 1, changes: CHANGES }, owner);
    const events = world.ports.audit.events.filter(({ action }) => action === 'algo.rights_changed');
    expect(events.at(-1)).toMatchObject({ actorId: 1, targetId: 1 });
    expect(events).toHaveLength(2); // the first event is that of the sharing
  });

  it('names every user who cannot be given a right', async () => {
    const list = [1, 2, 99, 98].map((idUtilisateur) => ({ idUtilisateur, droits: 'Read' }));
    const { result } = await share(list);
    await expect(result).rejects.toMatchObject({
      code: Invalid_data,
      data: [
        {
          path: '/permsAlgorithme/0/idUtilisateur',
          rule: 'duplicate',
          message: 'names the owner, who has every right already',
        },
        { path: '/permsAlgorithme/2/idUtilisateur', rule: 'unknown_user' },
        { path: '/permsAlgorithme/3/idUtilisateur', rule: 'unknown_user' },
      ],
    });
  });

  it('treats a user who is being deleted as unknown', async () => {
    const { world, owner, stranger } = await openSharedAlgo();
    await world.ports.users.markDeleted(stranger.user.id);
    const changes = { ...CHANGES, permsAlgorithme: [grant(stranger, 'Read')] };
    expect(await refusal(world.service.updateAlgo({ id: 1, changes }, owner))).toBe(Invalid_data);
  });
});
