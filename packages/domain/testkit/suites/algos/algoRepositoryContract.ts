import type { AlgoRepository } from '@algotheque/domain';
import { addHealthTests } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { contentRef, newAlgo } from '../samples.ts';
import { contract } from '../suite.ts';
import { addAlgoCommitTests } from './committingAlgos.ts';
import { addUsageTests } from './countingUsage.ts';
import { addAlgoDamageTests } from './damagedAlgos.ts';
import { addAlgoDeleteTests } from './deletingAlgos.ts';
import { addAlgoFindingTests } from './findingAlgos.ts';
import { addAlgoInsertTests } from './insertingAlgos.ts';
import { addAlgoListTests } from './listingAlgos.ts';
import { addAlgoPlaceTests } from './placingAlgos.ts';
import { addSharingTests } from './sharing.ts';

/** What every AlgoRepository promises. Owners and users in rights are ids that the store need not know. */
export const algoRepositoryContract = contract<Fixture<AlgoRepository>>('AlgoRepository', (test) => {
  addAlgoInsertTests(test);
  addAlgoCommitTests(test);
  addAlgoDeleteTests(test);
  addAlgoListTests(test);
  addAlgoFindingTests(test);
  addAlgoPlaceTests(test);
  addSharingTests(test);
  addUsageTests(test);
  addAlgoDamageTests(test);
  addHealthTests(test, (algos) => ({
    nextId: () => algos.nextId(),
    insert: () => algos.insert({ ...newAlgo(1), id: 1 }),
    findById: () => algos.findById(1),
    findByRef: () => algos.findByRef(contentRef(1)),
    compareAndSet: () => algos.compareAndSet(1, 1, { nom: 'other' }),
    delete: () => algos.delete(1, 1),
    place: () => algos.place(1, 1, 1),
    walk: () => algos.walk({ userId: 1, side: 'owned', order: { by: 'nom', descending: false }, limit: 1 }),
    idsWhere: () => algos.idsWhere({ userId: 1, side: 'owned', where: { all: true }, limit: 1 }),
    entriesOf: () => algos.entriesOf(1, [1]),
    countByFolder: () => algos.countByFolder(1),
    refOf: () => algos.refOf(1),
    listAccessible: () => algos.listAccessible({ by: 1, seenBy: 1, limit: 1, maxBytes: 1 }),
    listAll: () => algos.listAll({ after: 0, limit: 1 }),
    listWaiting: () => algos.listWaiting({ mailbox: 'ada@example.org', after: 0, limit: 1 }),
    listSharesDue: () => algos.listSharesDue({ endsBefore: 1, after: 0, limit: 1 }),
    usage: () => algos.usage(1),
  }));
});
