import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { failing } from '../support/intercept.ts';
import { member, openWithAda, openWorld, refusal } from '../support/world.ts';
import { filesOf, imported } from './support/archive.ts';

const { Too_many_requests, Unavailable } = Responses.General;
const FILES = { 'one.json': '[1]', 'two.json': '[2]', 'three.json': '[3]' };
const LEASE_MS = 600_000;

/** Begins an import that waits before its second file, until `go`. */
async function begun({ service }: ReturnType<typeof openWorld>, ada: Parameters<typeof imported>[1]) {
  const [reached, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  async function* slowly() {
    let count = 0;
    for await (const file of filesOf(FILES)) {
      count += 1;
      if (count === 2) {
        reached.resolve();
        await going.promise;
      }
      yield file;
    }
  }
  const ended = service.importAlgos({ files: slowly() }, ada);
  ended.catch(() => {}); // the test looks at it later
  await reached.promise;
  return { ended, go: going.resolve };
}

/** Two servers on one store, and an import on the first one. */
async function scene() {
  const { world, ada } = await openWithAda();
  const { ended: first, go } = await begun(world, ada);
  return { world, other: openWorld({ replace: world.ports }), ada, first, go };
}

describe('an import on another server', () => {
  it('waits for the one that runs, and then finds what is there', async () => {
    const { world, other, ada, first, go } = await scene();
    expect(await refusal(imported(other, ada, FILES))).toBe(Too_many_requests);
    world.clock.advance(LEASE_MS - 1);
    expect(await refusal(imported(other, ada, FILES))).toBe(Too_many_requests);
    go();
    await first;
    expect((await imported(other, ada, FILES)).map(({ outcome }) => outcome)).toEqual([
      'present',
      'present',
      'present',
    ]);
    expect(world.data.algos.size).toBe(3);
  });

  it('waits also for one that lasts long, and each user for the own one only', async () => {
    const world = openWorld();
    const [ada, bob] = [await member(world, 'ada'), await member(world, 'bob')];
    const other = openWorld({ replace: world.ports });
    const refused: string[] = [];
    async function* long() {
      for (let at = 0; at < 12; at += 1) {
        world.clock.advance(10_000);
        yield* filesOf({ [`${at}.json`]: `[${at}]` });
        refused.push(await refusal(imported(other, ada, FILES)));
      }
    }
    await world.service.importAlgos({ files: long() }, ada);
    expect(new Set(refused)).toEqual(new Set([Too_many_requests]));
    expect(await imported(other, bob, FILES)).toHaveLength(3);
    expect(await imported(other, ada, FILES)).toHaveLength(3);
  });

  it('begins ten minutes after one whose server has ended, and one that hung so long makes nothing more', async () => {
    const { world, other, ada, first, go } = await scene();
    world.clock.advance(LEASE_MS);
    const [two] = await imported(other, ada, { 'two.json': '[2]' });
    expect(two?.outcome).toBe('created');
    go();
    expect(await refusal(first)).toBe(Unavailable);
    expect([...world.data.algos.values()].map(({ nom }) => nom).sort()).toEqual(['one', 'two']);
    expect(await imported(other, ada, FILES)).toHaveLength(3);
  });

  it('is not ended by one that hung so long that it has begun', async () => {
    const { world, other, ada, first, go } = await scene();
    world.clock.advance(LEASE_MS);
    const second = await begun(other, ada);
    go();
    expect(await refusal(first)).toBe(Unavailable);
    expect(await refusal(imported(world, ada, FILES))).toBe(Too_many_requests);
    second.go();
    await second.ended;
    expect(await imported(world, ada, FILES)).toHaveLength(3);
  });

  it('does not begin where the store cannot count, and leaves nothing held', async () => {
    const { world, ada } = await openWithAda();
    const down = openWorld({ replace: world.ports, step: failing('limiter.hit') });
    expect(await refusal(imported(down, ada, FILES))).toBe(Unavailable);
    expect(await imported(world, ada, FILES)).toHaveLength(3);
  });
});
