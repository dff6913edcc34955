import { newAlgo, newPerson, send } from '@algotheque/testing/httpClient';
import { expect } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { startServer } from './serverProcess.ts';

/** What a start prints while there is no account. */
const HOW_TO_BEGIN = '`npm run algotheque -- user grant-owner EMAIL --act`';

/** One session through a server process: what it stores is there after the next start, and both servers end with 0. */
export async function smokeSession(env: Readonly<Record<string, string>> = {}): Promise<void> {
  const settings = { ALGOTHEQUE_DATA_DIR: scratchFolder(), ...env };
  const first = await startServer(settings);
  expect(first.output().stderr).toContain(HOW_TO_BEGIN);
  const ada = await newPerson(first.url);
  const { id } = await newAlgo(first.url, ada, { sourceCode: { n: 1 } });
  const changed = await send(first.url, `PUT /api/algos/${id}`, {
    token: ada.token,
    json: { nom: 'Sort', sourceCode: { n: 2 } },
  });
  expect(changed.status).toBe(200);
  expect(await first.stop()).toBe(0);

  const next = await startServer(settings);
  expect(next.output().stderr).not.toContain(HOW_TO_BEGIN);
  const read = await send(next.url, `GET /api/algos/${id}`, { token: ada.token });
  expect(read).toMatchObject({ status: 200, data: { nom: 'Sort', sourceCode: { n: 2 } } });
  expect((await send(next.url, `DELETE /api/algos/${id}`, { token: ada.token })).status).toBe(200);
  expect(await next.stop()).toBe(0);
}
