import { deletedNow } from './algos.ts';
import type { Finding } from './codes.ts';
import { findingsIn, placeOf, sizeFinding } from './damaged.ts';
import type { Look, LookPorts } from './look.ts';
import { againWithoutUser, isListed } from './users.ts';

/** Every deleted algorithm: its values, its owner. The check of contents reads its content. */
export const checkBin = (look: Look): AsyncGenerator<Finding> =>
  findingsIn(look, 'deleted', {
    *of(row) {
      const { id, ownerId: owner } = row;
      look.known.binned.add(id);
      look.known.uses('algo', id);
      look.known.uses('user', owner);
      const about = { place: placeOf('deleted', id), owner };
      const isThere = async (ports: LookPorts) => (await deletedNow(ports, id)) !== null;
      if (!isListed(look, owner))
        yield { code: 'bin-without-owner', ...about, ...againWithoutUser(look, owner, isThere) };
      yield* sizeFinding(look, 'deleted', row);
    },
  });
