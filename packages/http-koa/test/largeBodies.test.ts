import { once } from 'node:events';
import type { Socket } from 'node:net';
import { defaultValidator } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { statusAndMessage } from './suite/api.ts';
import { createAlgo, newPerson } from './suite/people.ts';
import { closed, halfSent, request } from './support/raw.ts';
import { counting } from './support/turns.ts';
import { useServer } from './support/useServer.ts';
import { withMethods } from './support/withMethods.ts';

describe('large bodies', () => {
  const start = useServer();
  const COUNT = 100;

  /** A server that notes in which turn it checks a source, and bodies that lack their last byte. */
  async function withBodies(source: string) {
    const checkedIn: number[] = [];
    let turnNow = () => 0;
    const validate = defaultValidator();
    const server = await start({
      instead: () => ({
        validator: (sourceCode) => {
          checkedIn.push(turnNow());
          return validate(sourceCode);
        },
      }),
    });
    const { port } = server.listening.address;
    const people = await Promise.all(Array.from({ length: 10 }, () => newPerson(server.api)));
    const sockets: Socket[] = [];
    for (let number = 0; number < COUNT; number += 1) {
      const { id, token } = people[number % people.length] ?? { id: 0, token: '' };
      const body = JSON.stringify({ ownerId: id, nom: 'Sort', sourceCode: [source] });
      const head = [
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ];
      sockets.push(await halfSent(port, request('POST /api/algos', head, body.slice(0, -1))));
    }
    await server.api.call('GET /healthz'); // now the server has read the beginnings
    const finish = (use: (turns: () => number) => void) => {
      return counting(async (turns) => {
        turnNow = turns;
        for (const socket of sockets) socket.write('}');
        use(turns);
        await Promise.all(sockets.map(closed));
      });
    };
    return { ...server, port, checkedIn, sockets, finish };
  }

  it('are parsed and checked in separate turns, so a small request waits for few of them', async () => {
    const { checkedIn, finish, port } = await withBodies('x'.repeat(20_000));
    const probe = await halfSent(port, request('GET /healthz').slice(0, -1));
    let checkedBefore = COUNT;
    const answered = once(probe, 'data').then(() => {
      checkedBefore = checkedIn.length;
    });
    await finish(() => probe.write('\n'));
    await answered;
    expect(checkedIn).toHaveLength(COUNT);
    expect(new Set(checkedIn).size).toBe(COUNT);
    expect(checkedBefore).toBeLessThanOrEqual(8);
  });

  it('of disconnected clients are not parsed', async () => {
    const { checkedIn, finish, sockets, listening } = await withBodies('x'.repeat(20_000));
    await finish(() => {
      for (const socket of sockets) socket.end(() => socket.resetAndDestroy());
    });
    await listening.drain();
    expect(checkedIn.length).toBeLessThan(COUNT / 2);
  });

  it('are checked in separate turns if a store has answered for all of them at once', async () => {
    const gate = Promise.withResolvers<void>();
    const allWait = Promise.withResolvers<void>();
    const checkedIn: number[] = [];
    let [turnNow, waiting] = [() => 0, 0];
    const { api } = await start({
      instead: ({ algos }) => ({
        validator: (sourceCode) => {
          checkedIn.push(turnNow());
          return defaultValidator()(sourceCode);
        },
        algos: withMethods(algos, {
          async findById(id) {
            waiting += 1;
            if (waiting === 20) allWait.resolve();
            if (waiting <= 20) await gate.promise;
            return algos.findById(id);
          },
        }),
      }),
    });
    const person = await newPerson(api);
    await createAlgo(api, person);
    const json = { nom: 'Sort', sourceCode: ['x'.repeat(20_000)] };
    checkedIn.length = 0;
    const replies = Array.from({ length: 20 }, () => api.call('PUT /api/algos/1', { token: person.token, json }));
    await allWait.promise;
    await counting(async (turns) => {
      turnNow = turns;
      gate.resolve();
      await Promise.all(replies);
    });
    expect(checkedIn).toHaveLength(20);
    expect(new Set(checkedIn).size).toBe(20);
  });

  it('with more than 1,000 numbers that a double would change are refused', async () => {
    const { api } = await start();
    const { id, token } = await newPerson(api);
    const send = (count: number) =>
      api.call('POST /api/algos', {
        token,
        headers: { 'Content-Type': 'application/json' },
        body: `{"ownerId":${id},"nom":"Sort","sourceCode":[${Array(count).fill('12345678901234567')}]}`,
      });
    expect(statusAndMessage(await send(1_000))).toBe('400 Algo.Invalid');
    expect(statusAndMessage(await send(1_001))).toBe('413 General.Payload_too_large');
    expect(statusAndMessage(await send(50_000))).toBe('413 General.Payload_too_large');
  });
});
