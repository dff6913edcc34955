import type { AlgoBin } from '@algotheque/domain';
import { addHealthTests } from '../capabilities.ts';
import { contentRef, NOW } from '../samples.ts';
import { contract } from '../suite.ts';
import { type AlgoBinFixture, restoration } from './binned.ts';
import { addListingTests } from './listingBin.ts';
import { addMovingTests } from './movingToBin.ts';

/**
 * What every AlgoBin promises, with the AlgoRepository of the same store. Owners and users in rights are ids that the store need not know.
 */
export const algoBinContract = contract<AlgoBinFixture>('AlgoBin', (test) => {
  addMovingTests(test);
  addListingTests(test);
  addHealthTests<AlgoBin>(test, (port) => ({
    add: () => port.add(1, 1, NOW),
    find: () => port.find(1),
    idOf: () => port.idOf(contentRef(1)),
    list: () => port.list({ ownerId: 1, limit: 1 }),
    restore: () => port.restore(1, 1, restoration()),
    remove: () => port.remove({ id: 1, version: 1 }),
    listUntil: () => port.listUntil(NOW, 1),
    listOwned: () => port.listOwned(1, 1),
    dropRights: () => port.dropRights(1),
  }));
});
