import { describeMongo } from '@algotheque/testing/mongo';
import { expect, it } from 'vitest';
import { newAlgo, newPerson, type Person, send, tally } from '../support/client.ts';
import { threeServers } from '../support/threeServers.ts';

interface Tree {
  readonly algos: number;
  readonly dossiers: readonly {
    readonly id: number;
    readonly nom: string;
    readonly parentId: number | null;
    readonly algos: number;
  }[];
}

describeMongo('the folders of a user on three servers', ({ server }) => {
  const { at } = threeServers(() => server().url('folders'));
  const treeOf = async ({ token }: Person): Promise<Tree> =>
    (await send(at(0), 'GET /api/folders', { token })).data as Tree;
  const make = ({ token }: Person, index: number, json: object) =>
    send(at(index), 'POST /api/folders', { token, json });

  it('that are moved into each other at the same time have no cycle, and none is lost', async () => {
    const ada = await newPerson(at(0), 'cycles@example.org');
    const count = 6;
    for (let index = 0; index < count; index += 1) await make(ada, index, { nom: `folder ${index}` });
    for (let round = 1; round < count; round += 1) {
      const moves = Array.from({ length: count }, (_, index) => {
        const parentId = ((index + round) % count) + 1;
        return send(at(index), `PATCH /api/folders/${index + 1}`, { token: ada.token, json: { parentId } });
      });
      const answers = (await Promise.all(moves)).map(({ message }) => message);
      expect(answers).toContain('Folder.Success.Updated');
      const allowed = ['Folder.Success.Updated', 'Folder.Cycle', 'General.Unavailable'];
      expect(answers.filter((message) => !allowed.includes(message))).toEqual([]);
      const { dossiers } = await treeOf(ada);
      const parents = new Map(dossiers.map(({ id, parentId }) => [id, parentId]));
      expect(parents.size).toBe(count);
      for (const start of parents.keys()) {
        let steps = 0;
        for (let id: number | null = start; id !== null; id = parents.get(id) ?? null) steps += 1;
        expect(steps, 'the way to the top').toBeLessThanOrEqual(count);
      }
    }
  });

  it('have one of each name and each id, however many servers make them', async () => {
    const ada = await newPerson(at(0), 'names@example.org');
    const twins = await Promise.all(Array.from({ length: 9 }, (_, index) => make(ada, index, { nom: 'twin' })));
    expect(tally(twins.map(({ message }) => message))['Folder.Success.Created']).toBe(1);
    await Promise.all(Array.from({ length: 9 }, (_, index) => make(ada, index, { nom: `folder ${index}` })));
    const { dossiers } = await treeOf(ada);
    expect(new Set(dossiers.map(({ id }) => id)).size).toBe(dossiers.length);
    expect(new Set(dossiers.map(({ nom }) => nom)).size).toBe(dossiers.length);
  });

  it('that are deleted while algorithms are moved into them leave no algorithm in a folder that is gone', async () => {
    const ada = await newPerson(at(0), 'deletions@example.org');
    const algos = await Promise.all(Array.from({ length: 6 }, (_, index) => newAlgo(at(index), ada)));
    for (let round = 1; round <= 5; round += 1) {
      await make(ada, round, { nom: `folder ${round}` });
      const moves = algos.map((algo, index) =>
        send(at(index), `PUT /api/algos/${algo}/dossier`, { token: ada.token, json: { dossierId: round } }),
      );
      const deletion = send(at(round), `DELETE /api/folders/${round}`, { token: ada.token });
      const [deleted, ...moved] = (await Promise.all([deletion, ...moves])).map(({ message }) => message);
      const tree = await treeOf(ada);
      const isThere = tree.dossiers.some(({ id }) => id === round);
      expect([deleted, isThere]).toEqual(isThere ? ['Folder.Not_empty', true] : ['Folder.Success.Deleted', false]);
      const inFolder = tree.dossiers.find(({ id }) => id === round)?.algos ?? 0;
      expect(inFolder).toBe(moved.filter((message) => message === 'Algo.Success.Moved').length);
      const elsewhere = tree.dossiers.reduce((sum, folder) => sum + folder.algos, 0);
      expect(tree.algos + elsewhere).toBe(algos.length);
    }
  });
});
