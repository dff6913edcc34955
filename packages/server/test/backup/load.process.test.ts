import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newPerson, PASSWORD, send } from '@algotheque/testing/httpClient';
import { expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { sqliteIn } from '../migrate/support/places.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';
import { backUp, flawOf, restored, restoreTo } from './support/backup.ts';
import { factsOf } from './support/forged.ts';
import { algosIn, algosOf, History, WRITERS } from './support/history.ts';

const PATIENCE_MS = 60_000;

async function start(dataDir: string): Promise<ServerProcess> {
  const server = await startServer({ ALGOTHEQUE_DATA_DIR: dataDir });
  onTestFinished(() => void server.stop('SIGKILL'));
  return server;
}

it(
  'backups under load have each record with its content, and a server on a restored one has everything',
  async () => {
    const scratch = scratchFolder();
    const at = (name: string) => join(scratch, name);
    const server = await start(at('data'));
    const people = await Promise.all(WRITERS.map((email) => newPerson(server.url, { email })));
    const histories = people.map((person) => new History(server.url, person));
    const lengths = () => histories.map(({ length }) => length);
    const bounds: { name: string; before: number[]; after: number[] }[] = [];
    for (const name of ['1', '2', '3']) {
      await Promise.all(histories.map((history) => history.grows(12)));
      const before = lengths();
      await backUp(sqliteIn(at('data')), at(name));
      bounds.push({ name, before, after: lengths() });
    }
    await Promise.all(histories.map((history) => history.stop()));
    await server.stop();

    const second = new Map<History, ReadonlyMap<number, string>>();
    for (const { name, before, after } of bounds) {
      expect(await flawOf(at(name))).toBeNull();
      const snapshot = await restored(at(name), scratch);
      const { isOneMoment } = await factsOf(at(name));
      for (const [writer, history] of histories.entries()) {
        const range = { first: before[writer] ?? 0, last: (after[writer] ?? 0) + 1, isOneMoment };
        const found = algosIn(snapshot, history.owner); // compares names and contents
        expect(history.allows(found, range), 'what was acknowledged before is in it').toBe(true);
        if (name === '2') second.set(history, found);
      }
    }
    await backUp(sqliteIn(at('data')), at('quiet'));
    expect(await factsOf(at('quiet'))).toMatchObject({ isOneMoment: true, leftOut: { count: 0 } });
    await mkdir(at('elsewhere'));
    await restoreTo(at('2'), sqliteIn(at('elsewhere')));
    const copy = await start(at('elsewhere'));
    for (const history of histories) {
      expect(await algosOf(copy.url, history.owner)).toEqual(second.get(history));
      const json = { email: history.owner.email, password: PASSWORD };
      expect((await send(copy.url, 'POST /api/users/login', { json })).status).toBe(200);
    }
    expect(await copy.stop()).toBe(0);
  },
  PATIENCE_MS,
);
