import { memoryAlgoRepository } from '../../../../testkit/memory/index.ts';
import { absentIfDamaged, onData } from './broken.ts';

const on = onData(memoryAlgoRepository);

/** Faults with damaged records. */
export const wrongOnDamagedAlgos = [
  on('treats a damaged record as absent', 'rejects for a damaged record', (port) => ({
    findByRef: (ref) => absentIfDamaged(port.findByRef(ref), null),
  })),
  on('skips a damaged record without a report', 'leaves a damaged record out of what user 1', (port) => ({
    listAccessible: (query) => port.listAccessible(query, () => {}),
  })),
  on('stops a list at a damaged record', 'leaves a damaged right out of what user 2', (port) => ({
    listAccessible: (query) => port.listAccessible(query),
  })),
  on('ends a list at a page with damaged records', 'continues after damaged records from page to page', (port) => ({
    async listAccessible(query, onDamaged) {
      const { algos, next } = await port.listAccessible(query, onDamaged);
      return { algos, next: algos.length < query.limit ? null : next };
    },
  })),
  on('hides the ids of damaged records', 'names damaged records among the ids of an owner', (port) => ({
    idsWhere: async () => (await port.listAll({ after: 0, limit: 9 }, () => {})).map(({ id }) => id),
  })),
  on(
    'lists fewer of all records after a damaged record',
    'omits a damaged record from the records of all owners',
    (port) => ({
      listAll: async (query, onDamaged) => (await port.listAll(query, onDamaged)).slice(0, query.limit - 1),
    }),
  ),
  on('deletes no damaged record', 'deletes a damaged record of any version', (port) => ({
    delete: async (id, version) => version !== null && port.delete(id, version),
  })),
];
