import { describe, expect, it } from 'vitest';
import { Responses, type Service, SourceText } from '../../src/index.ts';
import { openSharedAlgo } from '../support/algos.ts';
import { failing, noting } from '../support/intercept.ts';
import { openWorld, refusal } from '../support/world.ts';

const { Unavailable } = Responses.General;
const { Not_found } = Responses.Algo;

describe('an algorithm', () => {
  it('is read with its source code and the right of the requester', async () => {
    const { world, owner, writer, reader } = await openSharedAlgo();
    const answers = await Promise.all(
      [owner, writer, reader].map((caller) => world.service.getAlgo({ id: 1 }, caller)),
    );
    expect(answers.map(({ algo }) => algo.droits)).toEqual(['Owner', 'ReadWrite', 'Read']);
    for (const { version, source } of answers) {
      expect([version, source?.json(), source?.text()]).toEqual([2, { version: 2 }, '{"version":2}']);
      expect(source).toBeInstanceOf(SourceText);
    }
  });

  it('shows its grants only to its owner', async () => {
    const { world, owner, writer, reader } = await openSharedAlgo();
    const shown = (await world.service.getAlgo({ id: 1 }, owner)).algo;
    expect(shown.permsAlgorithme).toEqual([
      { idUtilisateur: writer.user.id, droits: 'ReadWrite' },
      { idUtilisateur: reader.user.id, droits: 'Read' },
    ]);
    for (const caller of [writer, reader]) {
      const fields = Object.keys((await world.service.getAlgo({ id: 1 }, caller)).algo);
      expect(fields.sort()).toEqual([
        'dateCreation',
        'dateModification',
        'dossierId',
        'droits',
        'id',
        'nom',
        'ownerId',
      ]);
    }
  });

  it('is read without the source if the version is known', async () => {
    const calls: string[] = [];
    const { world, reader } = await openSharedAlgo({ step: noting(calls) });
    calls.length = 0;
    for (const unlessVersion of ['*', [2], [1, 2]] as const) {
      expect(await world.service.getAlgo({ id: 1, unlessVersion }, reader)).toMatchObject({ version: 2, source: null });
    }
    expect(calls).not.toContain('contentStore.read');
    for (const unlessVersion of [[], [1], [3], undefined] as const) {
      const { source } = await world.service.getAlgo({ id: 1, unlessVersion }, reader);
      expect(source?.json()).toEqual({ version: 2 });
    }
  });

  it('that the requester may not read is refused after the same calls as one that does not exist', async () => {
    const calls: string[] = [];
    const { world, stranger } = await openSharedAlgo({ step: noting(calls) });
    const refused: unknown[] = [];
    for (const id of [1, 99]) {
      calls.length = 0;
      const code = await refusal(world.service.getAlgo({ id }, stranger));
      refused.push([code, [...calls]]);
    }
    expect(refused).toEqual([
      [Not_found, ['algos.findById']],
      [Not_found, ['algos.findById']],
    ]);
  });

  it('without content is an error that names the place, not "not found"', async () => {
    const shared = await openSharedAlgo();
    const [{ owner }, world] = [shared, openWorld({ replace: shared.world.ports })];
    shared.world.contents.records.clear();
    const { ref } = (await shared.world.ports.algos.findById(1)) ?? expect.fail('no record');
    await expect(world.service.getAlgo({ id: 1 }, owner)).rejects.toThrow(
      shared.world.ports.contentStore.locate(1, ref),
    );
    await expect(world.service.getAlgo({ id: 1 }, owner)).rejects.toMatchObject({
      name: 'DamagedError',
      id: '1',
      field: 'content',
    });
  });

  it('is read from its file once for each version that this server has not saved; its record is read each time', async () => {
    const calls: string[] = [];
    const { world: first, owner, reader } = await openSharedAlgo();
    const world = openWorld({ replace: first.ports, step: noting(calls) });
    const readThrice = async (sourceCode: unknown, readsOfFile: number) => {
      calls.length = 0;
      for (const caller of [owner, reader, owner]) {
        const { source } = await world.service.getAlgo({ id: 1 }, caller);
        expect(source?.json()).toEqual(sourceCode);
      }
      expect(calls.filter((call) => call === 'algos.findById')).toHaveLength(3);
      expect(calls.filter((call) => call === 'contentStore.read')).toHaveLength(readsOfFile);
    };
    const save = (service: Service, version: number) =>
      service.updateAlgo({ id: 1, changes: { nom: 'Sort', sourceCode: { version } } }, owner);
    await readThrice({ version: 2 }, 1);
    await save(world.service, 3);
    await readThrice({ version: 3 }, 0);
    await save(first.service, 4);
    await readThrice({ version: 4 }, 1);
  });

  it('is not shown from the cache to a user who lost the right, nor to anyone after its deletion', async () => {
    const { world, owner, writer, reader } = await openSharedAlgo();
    const everybody = [owner, writer, reader];
    for (const caller of everybody) await world.service.getAlgo({ id: 1 }, caller);
    await world.service.leaveAlgo({ id: 1 }, reader);
    expect(await refusal(world.service.getAlgo({ id: 1 }, reader))).toBe(Not_found);
    await world.service.deleteAlgo({ id: 1 }, owner);
    for (const caller of everybody) expect(await refusal(world.service.getAlgo({ id: 1 }, caller))).toBe(Not_found);
  });

  it.each(['algos.findById', 'contentStore.read'])(
    'is unavailable, not absent, without a store: %s',
    async (method) => {
      const { world, owner } = await openSharedAlgo();
      const down = openWorld({ replace: world.ports, step: failing(method) });
      expect(await refusal(down.service.getAlgo({ id: 1 }, owner))).toBe(Unavailable);
    },
  );
});
