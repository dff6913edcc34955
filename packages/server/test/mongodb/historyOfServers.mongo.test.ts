import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMongo } from '@algotheque/testing/mongo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newAlgo, newPerson, type Person, send } from '../support/client.ts';
import { makeScratch } from '../support/scratch.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';

describeMongo('history and bin on three servers', ({ server }) => {
  let scratch = '';
  let servers: ServerProcess[] = [];

  beforeAll(async () => {
    scratch = await makeScratch();
    const starts = ['one', 'two', 'three'].map(async (name) => {
      const dataDir = join(scratch, name);
      await mkdir(dataDir);
      return startServer({
        ALGOTHEQUE_DATA_DIR: dataDir,
        ALGOTHEQUE_STORE_URL: server().url('history'),
        ALGOTHEQUE_FILES_URL: 'mongodb:',
        ALGOTHEQUE_SECRET: 'the same secret on every server of it',
      });
    });
    servers = await Promise.all(starts);
  });
  afterAll(async () => {
    await Promise.all(servers.map((one) => one.stop()));
    await rm(scratch, { recursive: true, force: true });
  });

  /** Each request goes to the next server. */
  const call = (index: number, target: string, { token }: Person, json?: object) =>
    send(servers[index % servers.length]?.url ?? '', target, { token, ...(json && { json }) });

  it('keep the content before each of many changes at once', async () => {
    const ada = await newPerson(servers[0]?.url ?? '', 'changes@example.org');
    const id = await newAlgo(servers[0]?.url ?? '', ada);
    const changes = Array.from({ length: 9 }, (_, index) =>
      call(index, `PATCH /api/algos/${id}`, ada, { sourceCode: { index } }),
    );
    const saved = (await Promise.all(changes)).filter(({ status }) => status === 200).length;
    const versions = (await call(1, `GET /api/algos/${id}/versions`, ada)).data as readonly { version: number }[];
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: saved }, (_, index) => saved - index));
  });

  it('give an algorithm back to one of many who ask at once, or remove it', async () => {
    const ada = await newPerson(servers[0]?.url ?? '', 'bin@example.org');
    for (let round = 0; round < 6; round += 1) {
      const id = await newAlgo(servers[0]?.url ?? '', ada);
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
