import type * as fs from 'node:fs';
import { UnavailableError } from '@algotheque/domain';
import { beforeEach, expect, it, vi } from 'vitest';
import { openDiskReserve } from '../src/index.ts';
import { scratchFolder } from './scratch.ts';

const MIB = 1_024 * 1_024;
const GIB = 1_024 * MIB;

/** What the system answers, and how often it was asked. */
const system = vi.hoisted(() => ({ free: 0, asked: 0 }));

vi.mock('node:fs', async (importOriginal) => ({
  ...(await importOriginal<typeof fs>()),
  statfsSync: () => {
    system.asked += 1;
    return { bavail: system.free, bsize: 1 };
  },
}));

async function opened(free: number) {
  const clock = { now: 0 };
  system.free = free;
  const room = openDiskReserve(scratchFolder(), { now: () => clock.now, onProblem: () => {} });
  system.asked = 0;
  return { clock, room };
}

beforeEach(() => void Object.assign(system, { free: 0, asked: 0 }));

it('is asked for once in 100 ms while a gigabyte is free, and noticed then', async () => {
  const { clock, room } = await opened(GIB);
  for (clock.now = 100; clock.now < 200; clock.now += 1) room.reserve(1_000)();
  expect(system.asked).toBe(1);
  system.free = MIB;
  expect(() => room.reserve(1_000)).toThrow(UnavailableError);
  expect(system.asked).toBe(2);
  system.free = GIB;
  room.reserve(1_000)();
  expect(system.asked).toBe(3);
  clock.now = 0; // set back
  room.reserve(1_000)();
  expect(system.asked).toBe(4);
});

it('counts what was claimed since it was asked for', async () => {
  const { room } = await opened(GIB);
  const claims = Array.from({ length: 1_019 }, () => room.reserve(MIB));
  expect(() => room.reserve(2 * MIB)).toThrow(UnavailableError); // less than 4 MiB would be left
  for (const leave of claims) leave();
  room.reserve(2 * MIB)();
});

it('is asked for each time when less is free', async () => {
  const { room } = await opened(GIB - 1);
  for (let turn = 0; turn < 5; turn += 1) room.reserve(1_000)();
  expect(system.asked).toBe(5);
});
