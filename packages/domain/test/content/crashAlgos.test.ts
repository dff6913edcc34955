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
  ['the deletion', remove, 3],
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
