import { newAlgo, newPerson, type Person, send } from '@algotheque/testing/httpClient';
import { describeMongo } from '@algotheque/testing/mongo';
import { describe, expect, it } from 'vitest';
import { tally } from '../support/tally.ts';
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

interface Shares {
  readonly shares: readonly { readonly idUtilisateur: number }[];
  readonly waiting: readonly { readonly adresseMail: string }[];
}

describeMongo('changes at once on three servers', ({ server }) => {
  const { at } = threeServers(() => server().url('changes'), { ALGOTHEQUE_LIMIT_REGISTER: '1000/1h' });

  describe('of the folders of a user', () => {
    const treeOf = async ({ token }: Person): Promise<Tree> =>
      (await send(at(0), 'GET /api/folders', { token })).data as Tree;
    const make = ({ token }: Person, index: number, json: object) =>
      send(at(index), 'POST /api/folders', { token, json });

    it('that are moved into each other at the same time have no cycle, and none is lost', async () => {
      const ada = await newPerson(at(0));
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
      const ada = await newPerson(at(0));
      const twins = await Promise.all(Array.from({ length: 9 }, (_, index) => make(ada, index, { nom: 'twin' })));
      expect(tally(twins.map(({ message }) => message))['Folder.Success.Created']).toBe(1);
      await Promise.all(Array.from({ length: 9 }, (_, index) => make(ada, index, { nom: `folder ${index}` })));
      const { dossiers } = await treeOf(ada);
      expect(new Set(dossiers.map(({ id }) => id)).size).toBe(dossiers.length);
      expect(new Set(dossiers.map(({ nom }) => nom)).size).toBe(dossiers.length);
    });

    it('that are deleted while algorithms are moved into them leave no algorithm in a folder that is gone', async () => {
      const ada = await newPerson(at(0));
      const algos = await Promise.all(Array.from({ length: 6 }, (_, index) => newAlgo(at(index), ada)));
      for (let round = 1; round <= 5; round += 1) {
        await make(ada, round, { nom: `folder ${round}` });
        const moves = algos.map(({ id }, index) =>
          send(at(index), `PUT /api/algos/${id}/dossier`, { token: ada.token, json: { dossierId: round } }),
        );
        const deletion = send(at(round), `DELETE /api/folders/${round}`, { token: ada.token });
        const [deleted, ...moved] = (await Promise.all([deletion, ...moves])).map(({ message }) => message);
        const tree = await treeOf(ada);
        const isThere = tree.dossiers.some(({ id }) => id === round);
        expect([deleted, isThere]).toEqual(isThere ? ['Folder.Not_empty', true] : ['Folder.Success.Deleted', false]);
        const inFolder = tree.dossiers.find(({ id }) => id === round)?.algos;
        if (isThere) expect(inFolder).toBe(moved.filter((message) => message === 'Algo.Success.Moved').length);
        const elsewhere = tree.dossiers.reduce((sum, folder) => sum + folder.algos, 0);
        const { data } = await send(at(round), 'GET /api/algos?dossierId=null', { token: ada.token });
        expect([tree.algos, data]).toEqual([algos.length - elsewhere, expect.objectContaining({ length: tree.algos })]);
      }
    });
  });

  describe('of the shares of an algorithm', () => {
    it('make, withdraw and give each once, or not at all', async () => {
      const owner = await newPerson(at(0));
      const friends = await Promise.all(
        Array.from({ length: 4 }, (_, index) => newPerson(at(index), { email: `friend${index}@example.org` })),
      );
      const { id } = await newAlgo(at(0), owner);
      const target = `/api/algos/${id}/shares`;
      const share = (index: number, person: object) =>
        send(at(index), `POST ${target}`, { token: owner.token, json: { droits: 'Read', ...person } });
      const addresses = Array.from({ length: 5 }, (_, index) => `stranger${index}@example.org`);
      const made = await Promise.all([
        ...addresses.map((email, index) => share(index, { email })),
        ...friends.map((friend, index) => share(index, { idUtilisateur: friend.id })),
      ]);
      expect(new Set(made.map(({ message }) => message))).toEqual(new Set(['Algo.Success.Shared']));
      const [first = '', ...others] = addresses;
      const twice = await Promise.all(
        [0, 1, 2].map((index) => send(at(index), `DELETE ${target}`, { token: owner.token, json: { email: first } })),
      );
      expect(twice.map(({ message }) => message).sort()).toEqual([
        'Algo.Share_not_found',
        'Algo.Share_not_found',
        'Algo.Success.Share_ended',
      ]);
      for (const index of [0, 1, 2]) {
        const { data } = await send(at(index), `GET ${target}`, { token: owner.token });
        const { shares, waiting } = data as Shares;
        expect(shares.map((one) => one.idUtilisateur).sort()).toEqual(friends.map((friend) => friend.id).sort());
        expect(waiting.map((one) => one.adresseMail).sort()).toEqual(others);
      }
    });
  });

  describe('of its content, and of the bin', () => {
    /** Each request goes to the next server. */
    const call = (index: number, target: string, { token }: Person, json?: object) =>
      send(at(index), target, { token, ...(json && { json }) });

    it('keep the content before each of many changes at once', async () => {
      const ada = await newPerson(at(0));
      const { id } = await newAlgo(at(0), ada);
      const names = Array.from({ length: 5 }, (_, index) => `writer${index}@example.org`);
      const writers = await Promise.all(names.map((name, index) => newPerson(at(index), { email: name })));
      const permsAlgorithme = writers.map((writer) => ({ idUtilisateur: writer.id, droits: 'ReadWrite' }));
      await call(0, `PATCH /api/algos/${id}`, ada, { permsAlgorithme }); // saves of one person would be one version
      const changes = [ada, ...writers].map((person, index) =>
        call(index, `PATCH /api/algos/${id}`, person, { sourceCode: { index } }),
      );
      const saved = (await Promise.all(changes)).filter(({ status }) => status === 200).length;
      const versions = (await call(1, `GET /api/algos/${id}/versions`, ada)).data as readonly { version: number }[];
      expect(versions.map(({ version }) => version)).toEqual(
        Array.from({ length: saved }, (_, index) => saved + 1 - index),
      );
    });

    it('give an algorithm back to one of many who ask at once, or remove it', async () => {
      const ada = await newPerson(at(0));
      for (let round = 0; round < 6; round += 1) {
        const { id } = await newAlgo(at(0), ada);
        await call(round, `DELETE /api/algos/${id}`, ada);
        const asked = Array.from({ length: 6 }, (_, index) =>
          call(
            index,
            `${index === round ? 'DELETE' : 'POST'} /api/algos/bin/${id}${index === round ? '' : '/restore'}`,
            ada,
          ),
        );
        const answers = (await Promise.all(asked)).map(({ message }) => message);
        const done = answers.filter((message) => message !== 'Algo.Not_found');
        expect(done).toHaveLength(1);
        const isBack = done[0] === 'Algo.Success.Restored';
        expect((await call(round, `GET /api/algos/${id}`, ada)).status).toBe(isBack ? 200 : 404);
        expect((await call(round, 'GET /api/algos/bin', ada)).data).toEqual([]);
      }
    });
  });
});
