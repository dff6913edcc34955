import { describe, expect, it } from 'vitest';
import { createService, DamagedError } from '../../src/index.ts';
import { openWithAda } from '../support/world.ts';

const WHERE = 'list of algorithms: left out';

/** Eight algorithms of Ada, these of them damaged, and what the service reports: a damaged id, or a message. */
async function opened(damaged: readonly number[]) {
  const { world, ada } = await openWithAda();
  for (let id = 1; id <= 8; id += 1) await world.service.createAlgo({ ownerId: 1, nom: 'Sort', sourceCode: {} }, ada);
  for (const id of damaged) world.data.damage({ place: 'algos', id, field: 'nom' });
  const reported: unknown[] = [];
  const service = createService(world.ports, {
    onProblem(problem, where, requestId) {
      if (where !== WHERE || requestId !== 'r1') throw new Error(`Reported as ${where} of ${requestId}`);
      reported.push(problem instanceof DamagedError ? problem.id : Object(problem).message);
    },
  });
  const list = async (page: { readonly after?: number; readonly limit?: number } = {}) => {
    const { algos, next, leftOut } = await service.listAlgos({ id: 1, page }, { ...ada, requestId: 'r1' });
    return { ids: algos.map(({ id }) => id), next, leftOut, reported: reported.splice(0) };
  };
  const search = async (page: { readonly after?: string; readonly limit?: number }) => {
    const { next, leftOut } = await service.searchAlgos(page, { ...ada, requestId: 'r1' });
    return { next, leftOut, reported: reported.splice(0) };
  };
  return { list, search };
}

describe('damaged records in a list of algorithms', () => {
  it('are left out, counted and reported', async () => {
    const { list } = await opened([2, 4]);
    expect(await list()).toEqual({ ids: [1, 3, 5, 6, 7, 8], next: null, leftOut: 2, reported: ['2', '4'] });
  });

  it('are reported one by one up to five on a page, and then by their number', async () => {
    const five = await opened([1, 2, 3, 4, 5]);
    expect((await five.list()).reported).toEqual(['1', '2', '3', '4', '5']);
    const seven = await opened([1, 2, 3, 4, 5, 6, 7]);
    expect(await seven.list()).toEqual({
      ids: [8],
      next: null,
      leftOut: 7,
      reported: ['1', '2', '3', '4', '5', '2 more damaged records'],
    });
  });

  it('are not reported again by the page after', async () => {
    const { list } = await opened([2]);
    const first = await list({ limit: 2 });
    expect(first).toMatchObject({ ids: [1, 3], leftOut: 1, reported: ['2'] });
    expect(await list({ after: first.next ?? 0, limit: 9 })).toMatchObject({ leftOut: 0, reported: [] });
  });

  it('of a search are reported likewise', async () => {
    const { search } = await opened([3, 4, 5]);
    const first = await search({ limit: 1 });
    expect(first).toMatchObject({ leftOut: 0, reported: [] });
    expect(await search({ after: first.next ?? '' })).toMatchObject({
      leftOut: 3,
      reported: ['3', '4', '5'],
    });
    expect((await search({})).reported).toEqual(['3', '4', '5']);
  });
});
