import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newAlgo, newPerson, type Person, send } from './client.ts';
import { draws } from './killLoop/draws.ts';
import { killCount } from './killLoop/killCount.ts';
import { startServer } from './serverProcess.ts';

const ALGOS = 1_000;
const AT_ONCE = 16;
const PATIENCE_MS = 600_000;

type Place = 'records' | 'bin';

const textOf = (id: number): string => JSON.stringify({ moved: id });

/** The ids of the files of one place. @param folder that of the content */
function idsIn(folder: string, place: Place): number[] {
  const names = readdirSync(place === 'bin' ? join(folder, 'bin') : folder).filter((name) => name.endsWith('.json'));
  return names.map((name) => Number.parseInt(name, 10)).sort((one, other) => one - other);
}

/** Calls the work for each value, some at a time; ends when the server does. */
async function forEach(values: readonly number[], work: (value: number) => Promise<void>): Promise<void> {
  const left = values.toReversed();
  const worker = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await work(next);
  };
  await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
}

/** Moves a thousand algorithms into the bin and out of it, on servers that are killed after a random number of answers. */
export function binKillsOn(name: string, kills: number, place: () => Promise<Readonly<Record<string, string>>>): void {
  it(`${name}: moves of 1,000 algorithms into the bin and out of it lose and revive nothing`, {
    timeout: PATIENCE_MS,
  }, async () => {
    const env = await place();
    const folder = join(env['ALGOTHEQUE_DATA_DIR'] ?? '', 'algos');
    const draw = draws(41);
    const first = await startServer(env);
    const owner = await newPerson(first.url, 'ada@example.org');
    const ids: number[] = [];
    for (let at = 0; at < ALGOS / AT_ONCE; at += 1) {
      const size = Math.min(AT_ONCE, ALGOS - ids.length);
      const made = Array.from({ length: size }, () => newAlgo(first.url, owner, {}));
      ids.push(...(await Promise.all(made)));
    }
    await forEach(ids, async (id) => {
      const json = { sourceCode: { moved: id } };
      await send(first.url, `PATCH /api/algos/${id}`, { token: owner.token, json });
    });
    await first.stop();
    const state = new Map<number, Place>(ids.map((id) => [id, 'records']));
    for (let kill = 0; kill < killCount(kills); kill += 1) await moveAndKill({ env, folder, owner, state, draw });
  });
}

interface Scene {
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly owner: Person;
  /** Where each algorithm is. */
  readonly state: Map<number, Place>;
  readonly draw: (bound: number) => number;
}

async function moveAndKill({ env, folder, owner, state, draw }: Scene): Promise<void> {
  const server = await startServer(env);
  const { token } = owner;
  const wanted: Place = [...state.values()].filter((place) => place === 'bin').length < ALGOS / 2 ? 'bin' : 'records';
  const moving = [...state].filter(([, place]) => place !== wanted).map(([id]) => id);
  const last = draw(moving.length) + 1;
  const answered = new Set<number>();
  await forEach(moving, async (id) => {
    const target = wanted === 'bin' ? `DELETE /api/algos/${id}` : `POST /api/algos/bin/${id}/restore`;
    const { status } = await send(server.url, target, { token });
    expect(status).toBe(200);
    answered.add(id);
    if (answered.size === last) await server.stop('SIGKILL');
  });
  expect(answered.size).toBeGreaterThanOrEqual(last);

  const next = await startServer(env);
  const found: Record<Place, number[]> = { records: idsIn(folder, 'records'), bin: idsIn(folder, 'bin') };
  const places = new Map(
    Object.entries(found).flatMap(([place, ids]) => ids.map((id) => [id, place as Place] as const)),
  );
  expect(found.records.length + found.bin.length, 'each is in one place').toBe(ALGOS);
  for (const [id, place] of state) {
    const now = places.get(id);
    if (answered.has(id)) expect([id, now]).toEqual([id, wanted]);
    else if (!moving.includes(id)) expect([id, now]).toEqual([id, place]);
    expect(readFileSync(join(folder, now === 'bin' ? 'bin' : '', `${id}.json`), 'utf8')).toBe(textOf(id));
  }
  await forEach([...state.keys()], async (id) => {
    const { status } = await send(next.url, `GET /api/algos/${id}`, { token });
    expect([id, status]).toEqual([id, places.get(id) === 'bin' ? 404 : 200]);
  });
  await next.stop();
  for (const [id, place] of places) state.set(id, place);
}
