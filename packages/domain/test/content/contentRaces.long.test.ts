import { describe, expect, it } from 'vitest';
import { DomainError, Responses } from '../../src/index.ts';
import { content, PROCESSES, races, read } from '../support/contentRaces.ts';

describe.each(PROCESSES)('concurrent writers, $name', ({ isShared }) => {
  const race = races(isShared);

  it('all succeed, one after the other, and one content is left', async () => {
    await race(
      ({ one, other, owner, writer }) => [
        one.updateAlgo({ id: 1, changes: content('one') }, owner),
        one.updateAlgo({ id: 1, changes: content('two') }, writer),
        other.updateAlgo({ id: 1, changes: content('three') }, owner),
      ],
      async ({ world }) => {
        expect((await world.ports.algos.findById(1))?.version).toBe(6);
      },
    );
  });

  it('of equal content do not remove the content of each other', async () => {
    await race(
      ({ one, other, owner, writer }) => [
        one.updateAlgo({ id: 1, changes: content('same') }, owner),
        other.updateAlgo({ id: 1, changes: content('same') }, writer),
        one.updateAlgo({ id: 1, changes: content('same') }, writer),
      ],
      async ({ world, reader }) => {
        await read(world.service, reader);
      },
    );
  });

  it('and the sweeper do not disturb each other', async () => {
    await race(
      ({ one, owner, writer, world: { service } }) => [
        one.updateAlgo({ id: 1, changes: content('one') }, owner),
        one.resumeWork(),
        one.updateAlgo({ id: 1, changes: content('two') }, writer),
        one.createAlgo({ ...content('new'), ownerId: owner.user.id }, owner),
        service.resumeWork(),
      ],
      async ({ world }) => {
        expect(world.data.algos.size).toBe(2);
      },
    );
  });
});

describe.each(PROCESSES)('the deletion of a user during requests of that user, $name', ({ isShared }) => {
  const race = races(isShared);

  it('leaves no data of the user behind, in any order', async () => {
    const ended = (error: unknown): void => {
      if (!(error instanceof DomainError)) throw error;
    };
    await race(
      ({ one, other, owner, writer }) => [
        one.deleteUser({ id: owner.user.id }, owner),
        other.createAlgo({ ...content('late'), ownerId: owner.user.id }, owner).catch(ended),
        one.createAlgo({ ...content('late'), ownerId: owner.user.id }, owner).catch(ended),
        other.updateAlgo({ id: 1, changes: content('late') }, writer).catch(ended),
        other.login({ email: owner.user.adresseMail, password: 'correct horse' }).catch(ended),
      ],
      async ({ world }) => {
        expect([...world.data.users.keys()]).toEqual([2, 3, 4]);
      },
    );
  });

  it('who gets a right at the same time leaves no right behind', async () => {
    await race(({ one, other, owner, stranger }) => {
      const permsAlgorithme = [{ idUtilisateur: stranger.user.id, droits: 'Read' as const }];
      const unknown = (error: unknown): void => {
        if (!(error instanceof DomainError) || error.code !== Responses.General.Invalid_data) throw error;
      };
      return [
        one.deleteUser({ id: stranger.user.id }, stranger),
        other.updateAlgo({ id: 1, changes: { ...content('shared'), permsAlgorithme } }, owner).catch(unknown),
      ];
    });
  });
});
