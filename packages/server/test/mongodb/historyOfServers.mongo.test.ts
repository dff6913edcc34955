import { describeMongo } from '@algotheque/testing/mongo';
import { expect, it } from 'vitest';
import { newAlgo, newPerson, type Person, send } from '../support/client.ts';
import { threeServers } from '../support/threeServers.ts';

describeMongo('history and bin on three servers', ({ server }) => {
  const { at } = threeServers(() => server().url('history'));

  /** Each request goes to the next server. */
  const call = (index: number, target: string, { token }: Person, json?: object) =>
    send(at(index), target, { token, ...(json && { json }) });

  it('keep the content before each of many changes at once', async () => {
    const ada = await newPerson(at(0), 'changes@example.org');
    const id = await newAlgo(at(0), ada);
    const names = Array.from({ length: 5 }, (_, index) => `writer${index}@example.org`);
    const writers = await Promise.all(names.map((name, index) => newPerson(at(index), name)));
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
    const ada = await newPerson(at(0), 'bin@example.org');
    for (let round = 0; round < 6; round += 1) {
      const id = await newAlgo(at(0), ada);
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
