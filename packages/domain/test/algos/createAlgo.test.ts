import { describe, expect, it } from 'vitest';
import { InexactNumber, Responses, type UserRepository } from '../../src/index.ts';
import { after, before, failing, noting, type Step } from '../support/intercept.ts';
import { openWithAda, openWorld, refusal } from '../support/world.ts';

const { Unauthorized, Unavailable } = Responses.General;
const { Forbidden_create, Invalid } = Responses.Algo;
const GOOD = { ownerId: 1, nom: 'Sort', sourceCode: { steps: [1, 2] } };

async function opened(step?: Step) {
  const { world, ada: caller } = await openWithAda(step && { step });
  const create = (input: unknown) => world.service.createAlgo(input, caller);
  return { ...world, world, caller, create };
}

describe('a new algorithm', () => {
  it('is answered as its owner sees it, with its version and without the source', async () => {
    const { create, clock } = await opened();
    const dates = { dateCreation: clock.now(), dateModification: clock.now() };
    const algo = { id: 1, nom: 'Sort', ...dates, ownerId: 1, droits: 'Owner', permsAlgorithme: [], dossierId: null };
    expect(await create(GOOD)).toStrictEqual({ algo, version: 1 });
  });

  it('has its source code in the content store, and nowhere in the record', async () => {
    const { create, ports, data } = await opened();
    await create(GOOD);
    const record = await ports.algos.findById(1);
    const content = await ports.contentStore.read(1, record?.ref ?? '');
    expect(new TextDecoder().decode(content ?? undefined)).toBe('{"steps":[1,2]}');
    expect(data.dump()).not.toContain('steps');
  });

  it.each([{}, [], { a: {} }, [[]]])('may have the source code %j', async (sourceCode) => {
    const { create, service, caller } = await opened();
    const { algo } = await create({ ...GOOD, sourceCode });
    expect((await service.getAlgo({ id: algo.id }, caller)).source?.json()).toEqual(sourceCode);
  });

  it('gets its id, dates, requester and rights from the service, whatever is sent', async () => {
    const { create, ports, clock } = await opened();
    const sent = { id: 77, dateCreation: 1, dateModification: 2, requestedUserId: 9, version: 5, ref: 'x' };
    await create({ ...GOOD, ...sent, permsAlgorithme: [{ idUtilisateur: 2, droits: 'Read' }] });
    const dates = { dateCreation: clock.now(), dateModification: clock.now() };
    expect(await ports.algos.findById(1)).toMatchObject({ id: 1, ...dates, version: 1, permsAlgorithme: [] });
    expect(await ports.algos.findById(77)).toBeNull();
  });

  it('may have the same name as another', async () => {
    const { create } = await opened();
    const all = await Promise.all(Array.from({ length: 10 }, () => create(GOOD)));
    expect(new Set(all.map(({ algo }) => algo.id)).size).toBe(10);
  });
});

describe('the order of its checks', () => {
  it.each([12, 'text', true, false, 0, new InexactNumber('1e999')])(
    'does not validate %s for a foreign owner, and refuses it for the own',
    async (sourceCode) => {
      const { create } = await opened();
      expect(await refusal(create({ ...GOOD, ownerId: 2, sourceCode }))).toBe(Forbidden_create);
      expect(await refusal(create({ ...GOOD, sourceCode }))).toBe(Invalid);
    },
  );

  it.each([0, -1, 1.5, 99, 2 ** 53])('refuses the owner id %d as foreign, not as invalid', async (ownerId) => {
    const { create } = await opened();
    expect(await refusal(create({ ...GOOD, ownerId }))).toBe(Forbidden_create);
  });

  it('calls no port before all of them have passed', async () => {
    const calls: string[] = [];
    const { create } = await opened(noting(calls));
    calls.length = 0;
    for (const wrong of [{ nom: '' }, { nom: 'x' }, { ownerId: 2 }, { sourceCode: 12 }]) {
      await refusal(create({ ...GOOD, ...wrong }));
    }
    expect(calls).toEqual([]);
  });

  it('answers with the result of the validator', async () => {
    const { world, caller } = await opened();
    const result = { success: false as const, issues: [{ path: '/a', rule: 'mine', message: 'no' }] };
    const strict = openWorld({ replace: { ...world.ports, validator: async () => result } });
    await expect(strict.service.createAlgo(GOOD, caller)).rejects.toMatchObject({ code: Invalid, data: result });
  });
});

describe('an owner who is deleted meanwhile', () => {
  const going: Record<string, (users: UserRepository) => Promise<unknown>> = {
    'is marked': (users) => users.markDeleted(1),
    'is deleted': (users) => users.delete(1),
  };

  describe.each(Object.entries(going))('%s', (_name, rival) => {
    it.each(['contentStore.stage', 'algos.nextId', 'algos.insert', 'contentStore.publish', 'users.findById'])(
      'before %s does not keep the algorithm',
      async (method) => {
        const { ports, data, contents, caller } = await opened();
        const late = openWorld({ replace: ports, step: before(method, () => rival(ports.users)) });
        expect(await refusal(late.service.createAlgo(GOOD, caller))).toBe(Unauthorized);
        expect([data.algos.size, contents.published.size, contents.staged.size]).toEqual([0, 0, 0]);
      },
    );
  });

  it('causes no further error when the deletion has already removed the algorithm', async () => {
    const { service, ports, data, caller } = await opened();
    const late = openWorld({
      replace: ports,
      step: after('algos.insert', () => service.deleteUser({ id: 1 }, caller)),
    });
    expect(await refusal(late.service.createAlgo(GOOD, caller))).toBe(Unauthorized);
    expect(data.algos.size).toBe(0);
  });
});

it('a store that is down after the commit makes it no success: readers get the staged content, and the next start puts it in its place', async () => {
  const { world, caller } = await opened();
  const down = openWorld({ replace: world.ports, step: failing('contentStore.publish') });
  expect(await refusal(down.service.createAlgo(GOOD, caller))).toBe(Unavailable);
  expect((await world.service.getAlgo({ id: 1 }, caller)).source?.json()).toEqual(GOOD.sourceCode);
  world.clock.advance(700_000);
  await world.service.resumeWork();
  expect([world.contents.records.size, world.contents.staged.size]).toEqual([1, 0]);
});
