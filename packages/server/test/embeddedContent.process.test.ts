import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newAlgo, newPerson, send } from '@algotheque/testing/httpClient';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { startServer } from './support/serverProcess.ts';

it('content of a server that was killed right after its answers is complete, and each file is where the record says', async () => {
  const dir = scratchFolder();
  const env = { ALGOTHEQUE_DATA_DIR: dir };
  const server = await startServer(env);
  const ada = await newPerson(server.url);
  const ids: number[] = [];
  for (let n = 0; n < 10; n += 1) ids.push((await newAlgo(server.url, ada, { sourceCode: { n } })).id);
  const [gone = 0, changed = 0, deleted = 0] = ids;
  const json = { nom: 'Changed', sourceCode: { n: 'changed' } };
  await send(server.url, `PUT /api/algos/${changed}`, { token: ada.token, json });
  for (const target of [`algos/${deleted}`, `algos/${gone}`, `algos/bin/${gone}`])
    expect((await send(server.url, `DELETE /api/${target}`, { token: ada.token })).status).toBe(200);
  await server.stop('SIGKILL');
  const algos = join(dir, 'algos');
  const filesIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.json'));
  const namesOf = (some: readonly number[]) => some.map((id) => `${id}.json`);
  expect(filesIn(algos).sort()).toEqual(namesOf(ids.filter((id) => id !== gone && id !== deleted)).sort());
  expect(filesIn(join(algos, 'bin'))).toEqual(namesOf([deleted]));
  expect(readFileSync(join(algos, `${changed}.json`), 'utf8')).toBe('{"n":"changed"}');

  const next = await startServer(env);
  for (const [n, id] of ids.entries()) {
    const { status, data } = await send(next.url, `GET /api/algos/${id}`, { token: ada.token });
    if (id === gone || id === deleted) expect(status).toBe(404);
    else expect(data).toMatchObject({ sourceCode: { n: id === changed ? 'changed' : n } });
  }
  expect(await next.stop()).toBe(0);
  expect(readdirSync(join(dir, 'algos/staging'))).toEqual([]);
});
