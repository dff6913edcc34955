import { describe, expect, it, vi } from 'vitest';
import { createService } from '../src/index.ts';
import { logIn, member, openWorld, register, untyped } from './support/world.ts';

describe('a service with small bounds', () => {
  it('remembers the users of so many sessions, of the last ones used', async () => {
    const calls: string[] = [];
    for (const [rememberedSessions, sideBySide] of [
      [2, true],
      [1, false],
    ] as const) {
      const { ports } = openWorld();
      const { service } = openWorld({
        replace: ports,
        bounds: { rememberedSessions },
        step: (name, run) => {
          calls.push(name);
          return run().finally(() => calls.push(`${name} ended`));
        },
      });
      await register({ service }, 'ada');
      const [one, other] = [await logIn({ service }, 'ada'), await logIn({ service }, 'ada')];
      for (const { token } of [one, other]) await service.authenticate(token);
      calls.length = 0;
      await service.authenticate(one.token);
      expect(calls.indexOf('users.findById') < calls.indexOf('sessionStore.find ended')).toBe(sideBySide);
    }
  });

  it('keeps contents of so many bytes, of the last ones saved or read', async () => {
    const known: boolean[][] = [];
    for (const cachedBytes of [100_000, 0]) {
      const { ports } = openWorld();
      const reads: boolean[] = [];
      const observer = { onContentRead: (fromMemory: boolean) => void reads.push(fromMemory) };
      const service = createService(ports, { observer, bounds: { cachedBytes }, onProblem: () => {} });
      const ada = await member({ service: untyped(service) }, 'ada');
      await service.createAlgo({ ownerId: 1, nom: 'Sort', sourceCode: {} }, ada);
      for (let read = 0; read < 2; read += 1) await service.getAlgo({ id: 1 }, ada);
      known.push(reads);
    }
    expect(known).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('removes so many records of a deleted user at once', async () => {
    const world = openWorld({ bounds: { batch: 2 } });
    const listed = vi.spyOn(world.ports.algos, 'idsWhere');
    const ada = await member(world, 'ada');
    for (let count = 0; count < 5; count += 1)
      await world.service.createAlgo({ ownerId: ada.user.id, nom: 'Sort', sourceCode: {} }, ada);
    await world.service.deleteUser({ id: ada.user.id }, ada);
    expect(listed.mock.calls.map(([{ limit }]) => limit)).toEqual([2, 2, 2]);
    expect(world.data.algos.size).toBe(0);
  });

  it('reads so many users with due work at once', async () => {
    const { service, ports } = openWorld({ bounds: { batch: 2 } });
    const listed = vi.spyOn(ports.dueWork, 'listDue');
    await service.resumeWork();
    expect(new Set(listed.mock.calls.map(([{ limit }]) => limit))).toEqual(new Set([2]));
  });
});
