import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { grant, readAlgo } from '../support/algos.ts';
import { type Interrupted, interruptAtEveryStep, type Scenario } from '../support/crash.ts';
import { ENDINGS } from '../support/interruption.ts';
import { expectConsistent } from '../support/invariants.ts';
import { member, refusal, type World } from '../support/world.ts';

const algo = (nom: string) => ({ nom, sourceCode: { nom } });

async function prepare(world: World) {
  const [owner, reader] = [await member(world, 'owner'), await member(world, 'reader')];
  await world.service.createAlgo({ ...algo('first'), ownerId: owner.user.id }, owner);
  await world.service.createAlgo({ ...algo('second'), ownerId: reader.user.id }, reader);
  return { owner, reader };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;
type Check = (interrupted: Interrupted<Prepared>) => Promise<void>;

const noms = ({ data }: World): string[] => [...data.algos.values()].map(({ nom }) => nom);

const create: Scenario<Prepared> = {
  prepare,
  operate: (service, { owner }) => service.createAlgo({ ...algo('third'), ownerId: owner.user.id }, owner),
  async check({ world, outcome, at }) {
    const expected =
      outcome === 'done'
        ? [['first', 'second', 'third']]
        : [
            ['first', 'second', 'third'],
            ['first', 'second'],
          ];
    expect(expected, at).toContainEqual(noms(world));
  },
};

const update: Scenario<Prepared> = {
  prepare,
  operate: (service, { owner, reader }) =>
    service.updateAlgo({ id: 1, changes: { ...algo('renamed'), permsAlgorithme: [grant(reader, 'Read')] } }, owner),
  async check({ world, prepared, outcome, at }) {
    const isNew = noms(world)[0] === 'renamed';
    if (outcome === 'done') expect(isNew, at).toBe(true);
    const read = { nom: isNew ? 'renamed' : 'first', version: isNew ? 2 : 1 };
    expect(await readAlgo(world, prepared.owner), at).toEqual({ ...read, sourceCode: { nom: read.nom } });
    const byReader = await refusal(world.service.getAlgo({ id: 1 }, prepared.reader).then(() => 'read'));
    expect(byReader, at).toBe(isNew ? 'resolved to "read"' : Responses.Algo.Not_found);
  },
};

const remove: Scenario<Prepared> = {
  prepare,
  operate: (service, { owner }) => service.deleteAlgo({ id: 1 }, owner),
  async check({ world, prepared, outcome, at }) {
    const isGone = noms(world).length === 1;
    if (outcome === 'done') expect(isGone, at).toBe(true);
    const found = await refusal(readAlgo(world, prepared.owner).then(({ nom }) => nom));
    expect(found, at).toBe(isGone ? Responses.Algo.Not_found : 'resolved to "first"');
  },
};

/** The algorithm is there, or it is in the bin with all that it has. */
const restore: Scenario<Prepared> = {
  async prepare(world) {
    const prepared = await prepare(world);
    const permsAlgorithme = [grant(prepared.reader, 'Read')];
    await world.service.patchAlgo({ id: 1, changes: { permsAlgorithme } }, prepared.owner);
    await world.service.deleteAlgo({ id: 1 }, prepared.owner);
    return prepared;
  },
  operate: (service, { owner }) => service.restoreAlgo({ id: 1 }, owner),
  async check({ world, prepared: { owner, reader }, outcome, at }) {
    const isBack = noms(world).includes('first');
    const binned = (await world.service.listBin({}, owner)).algos.map(({ nom }) => nom);
    expect([isBack, binned], at).toEqual(isBack ? [true, []] : [false, ['first']]);
    if (isBack) expect(await readAlgo(world, owner), at).toMatchObject({ sourceCode: { nom: 'first' } });
    if (outcome !== 'done') return;
    expect(await readAlgo(world, reader), at).toMatchObject({ nom: 'first', version: 3 });
  },
};

const purge: Scenario<Prepared> = {
  async prepare(world) {
    const prepared = await prepare(world);
    await world.service.patchAlgo({ id: 1, changes: { sourceCode: { nom: 'first', edited: true } } }, prepared.owner);
    await world.service.deleteAlgo({ id: 1 }, prepared.owner);
    return prepared;
  },
  operate: (service, { owner }) => service.purgeAlgo({ id: 1 }, owner),
  async check({ world, prepared: { owner }, outcome, at }) {
    expect(noms(world), at).toEqual(['second']);
    const binned = (await world.service.listBin({}, owner)).algos.length;
    if (outcome !== 'done') return;
    // Former versions that could not be removed end by their dates.
    const isLeft = / (history\.(listKeys|remove)|contentStore\.doubt) /.test(at);
    expect([binned, isLeft ? 0 : world.data.history.size], at).toEqual([0, 0]);
  },
};

const restoreVersion: Scenario<Prepared> = {
  async prepare(world) {
    const prepared = await prepare(world);
    await world.service.patchAlgo({ id: 1, changes: { sourceCode: { nom: 'first', edited: true } } }, prepared.owner);
    return prepared;
  },
  operate: (service, { owner }) => service.restoreVersion({ id: 1, version: 1 }, owner),
  async check({ world, prepared: { owner }, outcome, at }) {
    const { version, sourceCode } = await readAlgo(world, owner);
    expect([2, 3], at).toContain(version);
    if (outcome === 'done') expect(version, at).toBe(3);
    expect(sourceCode, at).toEqual({ nom: 'first', ...(version === 2 && { edited: true }) });
    const { versions } = await world.service.listVersions({ id: 1 }, owner);
    expect(
      versions.map((former) => former.version),
      at,
    ).toEqual(version === 3 ? [2, 1] : [1]);
  },
};

/** After the interruption the operation succeeds again, or it is refused with a reason. */
const again =
  ({ operate }: Scenario<Prepared>): Check =>
  async ({ world, prepared, at }) => {
    const answer = await refusal(operate(world.service, prepared).then(() => 'done'));
    expect(['resolved to "done"', Responses.Algo.Not_found], at).toContain(answer);
  };

describe.each([
  ['the creation', create, 4],
  ['an update', update, 7],
  ['the deletion', remove, 2],
  ['the restoration', restore, 4],
  ['the removal for good', purge, 5],
  ['the restoration of a version', restoreVersion, 8],
] as const)('%s of an algorithm', (_name, scenario, atLeast) => {
  it.each(ENDINGS)('that %s at any step leaves record and content consistent', async (ending) => {
    const check: Check = async (interrupted) => {
      expectConsistent(interrupted.world, interrupted.at);
      await scenario.check(interrupted);
      await again(scenario)(interrupted);
      expectConsistent(interrupted.world, interrupted.at);
    };
    expect(await interruptAtEveryStep({ ...scenario, check }, ending)).toBeGreaterThanOrEqual(atLeast);
  });
});
