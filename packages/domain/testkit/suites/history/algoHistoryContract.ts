import type { AlgoHistory } from '@algotheque/domain';
import { addHealthTests } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { NOW } from '../samples.ts';
import { contract } from '../suite.ts';
import { addCountingTests } from './countingVersions.ts';
import { addEndingTests } from './endingFormers.ts';
import { replaced } from './formers.ts';
import { addKeepingTests } from './keepingFormers.ts';

/** What every AlgoHistory promises. Algorithms and owners are ids that the store need not know. */
export const algoHistoryContract = contract<Fixture<AlgoHistory>>('AlgoHistory', (test) => {
  addKeepingTests(test);
  addCountingTests(test);
  addEndingTests(test);
  addHealthTests(test, (port) => ({
    put: () => port.put(replaced(1)),
    list: () => port.list(1),
    find: () => port.find(1, 1),
    listEnded: () => port.listEnded(NOW, 1),
    idOf: () => port.idOf('none'),
    existing: () => port.existing(['none']),
    listKeys: () => port.listKeys({ id: 1 }, 1),
    bytesOf: () => port.bytesOf(1),
    prolong: () => port.prolong(replaced(1), NOW),
    remove: () => port.remove([replaced(1)]),
  }));
});
