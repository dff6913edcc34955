import { type AlgoRepository, algoRow, type DamagedError } from '../../../../src/index.ts';
import { memoryAlgoRepository } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { absentIfDamaged, type BrokenVariants, onData } from './broken.ts';

const on = onData(memoryAlgoRepository);

/** Faults with damaged records. */
export const wrongOnDamagedAlgos: BrokenVariants<Fixture<AlgoRepository>> = {
  'treats a damaged record as absent': {
    fails: 'rejects for a damaged record',
    open: on((port) => ({ findByRef: (ref) => absentIfDamaged(port.findByRef(ref), null) })),
  },
  'skips a damaged record without a report': {
    fails: 'leaves a damaged record out of what user 1',
    open: on((port) => ({ listAccessible: (query) => port.listAccessible(query, () => {}) })),
  },
  'stops a list at a damaged record': {
    fails: 'leaves a damaged right out of what user 2',
    open: on((port) => ({ listAccessible: (query) => port.listAccessible(query) })),
  },
  'ends a list at a page with damaged records': {
    fails: 'continues after damaged records from page to page',
    open: on((port) => ({
      async listAccessible(query, onDamaged) {
        const { algos, next } = await port.listAccessible(query, onDamaged);
        return { algos, next: algos.length < query.limit ? null : next };
      },
    })),
  },
  'reports a damaged record with each page around it': {
    fails: 'continues after damaged records from page to page',
    open: on((port) => ({
      async listAccessible(query, onDamaged) {
        const page = await port.listAccessible(query, onDamaged);
        return { ...page, next: page.next === null ? null : (page.algos.at(-1)?.id ?? page.next) };
      },
    })),
  },
  'invents a right that it cannot read': {
    fails: 'leaves a damaged right out of what user 2',
    open: on((port, data) => ({
      async listAccessible(query, onDamaged) {
        const page = await port.listAccessible(query, () => {});
        const damaged = [...data.algos.values()].filter(({ id }) => data.damageOf('algos', id) !== undefined);
        for (const { id } of damaged) onDamaged?.(data.damageOf('algos', id) as DamagedError); // filtered by it
        return { ...page, algos: [...page.algos, ...damaged.map((algo) => algoRow(algo, 'Read'))] };
      },
    })),
  },
  'lists fewer records of an owner after a damaged record': {
    fails: 'omits a damaged record from the records of an owner',
    open: on((port) => ({
      listByOwner: async (ownerId, limit, onDamaged) =>
        (await port.listByOwner(ownerId, limit, onDamaged)).slice(0, limit - 1),
    })),
  },
  'lists fewer of all records after a damaged record': {
    fails: 'omits a damaged record from the records of all owners',
    open: on((port) => ({
      listAll: async (query, onDamaged) => (await port.listAll(query, onDamaged)).slice(0, query.limit - 1),
    })),
  },
  'deletes no damaged record': {
    fails: 'deletes a damaged record of any version',
    open: on((port) => ({ delete: async (id, version) => version !== null && port.delete(id, version) })),
  },
  'removes no rights from a damaged record': {
    fails: 'removes rights from a record in which another field is damaged',
    open: on((port, data) => ({
      async removeRights(userId, onDamaged) {
        for (const { id } of data.algos.values()) if (data.damageOf('algos', id) !== undefined) return;
        await port.removeRights(userId, onDamaged);
      },
    })),
  },
  'stops the removal of rights at damaged rights': {
    fails: 'removes rights from the records before and after one with damaged rights',
    open: on((port) => ({ removeRights: (userId) => port.removeRights(userId) })),
  },
};
