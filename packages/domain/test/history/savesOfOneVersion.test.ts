import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY, type Policy } from '../../src/policy.ts';
import { member, openWorld } from '../support/world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** An algorithm of Ada that Bob may write. `save` gives it the source code `{ n }`, with the next number each time. */
async function opened(history: Partial<Policy['history']> = {}) {
  const world = openWorld({ policy: { history: { ...DEFAULT_POLICY.history, ...history } } });
  const { service, clock } = world;
  const [ada, bob] = [await member(world, 'ada'), await member(world, 'bob')];
  await service.createAlgo({ ownerId: ada.user.id, nom: 'Sort', sourceCode: { n: 0 } }, ada);
  const permsAlgorithme = [{ idUtilisateur: bob.user.id, droits: 'ReadWrite' }];
  await service.patchAlgo({ id: 1, changes: { permsAlgorithme } }, ada);
  let n = 0;
  const save = async (afterMs: number, who = ada): Promise<void> => {
    clock.advance(afterMs);
    n += 1;
    await service.patchAlgo({ id: 1, changes: { sourceCode: { n } } }, who);
  };
  /** The source codes of the former versions, the latest first. */
  const formers = async (): Promise<readonly unknown[]> => {
    const { versions } = await service.listVersions({ id: 1 }, ada);
    const read = versions.map(({ version }) => service.getVersion({ id: 1, version }, ada));
    return (await Promise.all(read)).map(({ source }) => (source.json() as { readonly n: number }).n);
  };
  return { world, ada, bob, save, formers };
}

describe('saves of one person', () => {
  it('within ten minutes of the first of them are one version, also when they follow each other for longer', async () => {
    const { save, formers } = await opened();
    await save(DAY); // 1
    for (let count = 0; count < 26; count += 1) await save(5 * SECOND); // 27
    expect(await formers()).toEqual([0]);
    await save(8 * MINUTE); // 28: ten minutes after 1
    expect(await formers()).toEqual([27, 0]);
    await save(10 * MINUTE - 1); // 29
    expect(await formers()).toEqual([27, 0]);
    await save(1); // 30
    expect(await formers()).toEqual([29, 27, 0]);
  });

  it('leave what the algorithm was created with', async () => {
    const { save, formers } = await opened();
    for (let count = 0; count < 26; count += 1) await save(SECOND);
    expect(await formers()).toEqual([0]);
  });

  it('are another version when somebody else has saved between them', async () => {
    const { save, formers, bob } = await opened();
    await save(DAY); // 1
    await save(SECOND, bob); // 2
    await save(SECOND, bob); // 3
    await save(SECOND); // 4
    expect(await formers()).toEqual([3, 1, 0]);
  });

  it('are one version each if the policy says so, and after the clock was set back', async () => {
    const each = await opened({ savesMs: 0 });
    for (let count = 0; count < 3; count += 1) await each.save(SECOND);
    expect(await each.formers()).toEqual([2, 1, 0]);
    const back = await opened();
    await back.save(-SECOND);
    expect(await back.formers()).toEqual([0]);
  });

  it('do not replace what a restoration replaces', async () => {
    const { world, ada, save, formers } = await opened();
    await save(DAY); // 1
    const [first] = (await world.service.listVersions({ id: 1 }, ada)).versions;
    await world.service.restoreVersion({ id: 1, version: first?.version ?? 0 }, ada);
    expect(await formers()).toEqual([1, 0]);
  });
});

describe('beyond the number of the policy', () => {
  it('the latest version of each day stays', async () => {
    const { world, save, formers } = await opened({ versions: 2, savesMs: 0 });
    world.clock.advance(DAY - (world.clock.now() % DAY)); // midnight
    for (let day = 0; day < 3; day += 1) {
      for (let count = 0; count < 3; count += 1) await save(count === 0 ? 0 : 60 * MINUTE); // 1 to 3, 4 to 6, 7 to 9
      world.clock.advance(DAY - 2 * 60 * MINUTE);
    }
    expect(await formers()).toEqual([8, 7, 6, 3, 0]); // 0 is of the day before
  });

  it('what the policy keeps a short time ends all the same', async () => {
    const { world, save, formers } = await opened({ versions: 1, savesMs: 0, versionsMs: 2 * DAY });
    for (let day = 0; day < 5; day += 1) await save(DAY);
    await world.ports.rounds.record(world.clock.now());
    await world.service.resumeWork();
    expect((await formers()).length).toBeLessThanOrEqual(3);
  });
});
