import type { Finding } from './codes.ts';
import { findingsIn, placeOf, unlessDamaged } from './damaged.ts';
import type { Look } from './look.ts';
import { againWithoutUser, isListed } from './users.ts';

/** The folders of every owner, and the owner. Folders that do not fit together are damage of the record. */
export const checkFolders = (look: Look): AsyncGenerator<Finding> =>
  findingsIn(look, 'folder', {
    *of({ ownerId: owner }) {
      look.known.uses('user', owner);
      if (isListed(look, owner)) return;
      const isStill = againWithoutUser(
        look,
        owner,
        async ({ folders }) => (await unlessDamaged(folders.find(owner), null))?.version !== 0,
      );
      yield { code: 'folder-without-owner', place: placeOf('folder', owner), owner, ...isStill };
    },
  });
