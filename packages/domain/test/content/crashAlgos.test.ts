import { expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { readAlgo } from '../support/algos.ts';
import { interruptAtEveryStep } from '../support/crash.ts';
import { ENDINGS } from '../support/interruption.ts';
import { expectConsistent } from '../support/invariants.ts';
import { member, refusal } from '../support/world.ts';

// The other operations are in the fault model of the server.
it.each(ENDINGS)(
  'the restoration of a version that %s at any step leaves record and content consistent',
  async (ending) => {
    const steps = await interruptAtEveryStep(
      {
        async prepare(world) {
          const owner = await member(world, 'owner');
          await world.service.createAlgo({ nom: 'first', sourceCode: { nom: 'first' }, ownerId: 1 }, owner);
          await world.service.patchAlgo({ id: 1, changes: { sourceCode: { nom: 'first', edited: true } } }, owner);
          return owner;
        },
        operate: (service, owner) => service.restoreVersion({ id: 1, version: 1 }, owner),
        async check({ world, prepared: owner, outcome, at }) {
          expectConsistent(world, at);
          const { version, sourceCode } = await readAlgo(world, owner);
          expect(outcome === 'done' ? [3] : [2, 3], at).toContain(version);
          expect(sourceCode, at).toEqual({ nom: 'first', ...(version === 2 && { edited: true }) });
          const { versions } = await world.service.listVersions({ id: 1 }, owner);
          const formers = versions.map((former) => former.version);
          expect(formers, at).toEqual(version === 3 ? [2, 1] : [1]);
          const again = await refusal(world.service.restoreVersion({ id: 1, version: 1 }, owner).then(() => 'done'));
          expect(['resolved to "done"', Responses.Algo.Not_found], at).toContain(again);
          expectConsistent(world, at);
        },
      },
      ending,
    );
    expect(steps).toBeGreaterThanOrEqual(8);
  },
);
