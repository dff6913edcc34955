import { newAlgo, newPerson, type Person, send } from '@algotheque/testing/httpClient';
import { expect, it } from 'vitest';
import { expectHeld } from '../killLoop/expectHeld.ts';
import type { KillPlace } from '../killLoop/killPlace.ts';
import { decidedReply, servedReply } from '../outcome.ts';
import { type ServerProcess, startServer } from '../serverProcess.ts';
import { Acknowledged } from './acknowledged.ts';

const CLIENTS = 300;
/** How many acknowledged writes a server has lived for when it is killed. */
const WRITES_BEFORE_KILL = 300;
/** Every client of so many only reads. */
const READERS = 30;
/** The last of 300 changes of one algorithm waits for all others: on a busy machine for longer than other requests may. */
const LIMIT_MS = 120_000;

interface Storm {
  readonly server: ServerProcess;
  readonly owner: Person;
  /** The algorithm of a client. */
  readonly idOf: (client: number) => number;
  readonly known: Acknowledged;
}

/**
 * 300 clients write at the same time, to one algorithm and to 300, until the server is killed. Every read beside them and
 * every read after the next start is one write, and none older than what was acknowledged. At the end nothing is left over.
 */
export function stormOn(name: string, openPlace: () => Promise<KillPlace>): void {
  it(`${name}: ${CLIENTS} clients at once lose no write that was answered, also when the server is killed`, {
    timeout: 240_000,
  }, async () => {
    const place = await openPlace();
    const env = { ...place.env, ALGOTHEQUE_RATE_LIMITS: 'off' };
    let server = await startServer(env);
    const owner = await newPerson(server.url);
    const ids: number[] = [];
    for (let count = 0; count < CLIENTS; count += 1)
      ids.push((await newAlgo(server.url, owner, { nom: 'Sort', sourceCode: { nom: 'Sort' } })).id);
    const [first = 0] = ids;
    const known = new Acknowledged();
    for (const id of ids) known.sent(id, 'Sort'); // version 1
    const onOne = () => first;
    const onMany = (client: number) => ids[client] ?? first;

    await writeOnce({ server, owner, idOf: onOne, known });
    await expectRead({ server, owner, idOf: onOne, known }, 0);
    for (const idOf of [onOne, onMany]) {
      await writeUntilKilled({ server, owner, idOf, known });
      server = await startServer(env);
      for (let client = 0; client < CLIENTS; client += 1) {
        if (idOf === onMany || client === 0) await expectRead({ server, owner, idOf, known }, client);
      }
    }
    await deleteBesideWrites({ server, owner, idOf: onOne, known });
    const { data } = await send(server.url, `GET /api/algos/byUserId/${owner.id}`, { token: owner.token });
    const names = new Map((data as { id: number; nom: string }[]).map(({ id, nom }) => [id, nom]));
    expect(names.size).toBe(CLIENTS - 1);
    expect(await server.stop()).toBe(0);
    expectHeld(await place.held(), names, [owner.email]);
  });
}

/** Every client writes once, and all are answered. */
async function writeOnce(storm: Storm): Promise<void> {
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => expect(await write(storm, client, 0)).toBe(true)),
  );
}

async function writeUntilKilled(storm: Storm): Promise<void> {
  const { server, known } = storm;
  const enough = known.writes + WRITES_BEFORE_KILL;
  const kills: Promise<unknown>[] = [];
  const isKilled = (): boolean => kills.length > 0;
  const unlessKilled = (error: unknown): void => {
    if (!isKilled()) throw error;
  };
  const run = async (client: number): Promise<void> => {
    for (let turn = 1; !isKilled(); turn += 1) {
      if (client % READERS === 0) await expectRead(storm, client).catch(unlessKilled);
      else await write(storm, client, turn);
      if (known.writes >= enough && !isKilled()) kills.push(server.stop('SIGKILL'));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => run(client)));
  await Promise.all(kills);
}

/** Whether it was acknowledged; if not, it may have been made or not. */
async function write({ server, owner, idOf, known }: Storm, client: number, turn: number): Promise<boolean> {
  const [id, nom] = [idOf(client), `Sort ${client}-${turn}-${known.writes}`];
  known.sent(id, nom);
  const json = { nom, sourceCode: { nom, text: 'x'.repeat(client * 10) } };
  const reply = await decidedReply(server.url, `PUT /api/algos/${id}`, { token: owner.token, json, limitMs: LIMIT_MS });
  if (reply === null) return false;
  expect(reply.status, reply.message).toBe(200);
  known.answered(id, nom, reply);
  return true;
}

async function expectRead({ server, owner, idOf, known }: Storm, client: number): Promise<void> {
  const id = idOf(client);
  const floor = known.floor(id);
  known.expectRead(
    id,
    await servedReply(server.url, `GET /api/algos/${id}`, { token: owner.token, limitMs: LIMIT_MS }),
    floor,
  );
}

/** Three clients delete the algorithm while all others write to it; afterwards it is gone. */
async function deleteBesideWrites({ server, owner, idOf }: Storm): Promise<void> {
  const target = `/api/algos/${idOf(0)}`;
  const { token } = owner;
  const replies = await Promise.all(
    Array.from({ length: CLIENTS }, (_, client) =>
      client % 100 === 50
        ? send(server.url, `DELETE ${target}`, { token, limitMs: LIMIT_MS })
        : send(server.url, `PUT ${target}`, {
            token,
            limitMs: LIMIT_MS,
            json: { nom: 'Late', sourceCode: { nom: 'Late' } },
          }),
    ),
  );
  expect([...new Set(replies.map(({ status }) => status))].sort()).toEqual([200, 404]);
  expect((await send(server.url, `GET ${target}`, { token })).status).toBe(404);
}
