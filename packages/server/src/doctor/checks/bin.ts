import type { Finding } from '../codes.ts';
import { again, type Look, type LookPorts } from '../look.ts';
import { deletedNow, recordNow } from './algos.ts';
import { findingsIn, placeOf } from './damaged.ts';
import { againWithoutUser, isListed } from './users.ts';

/** Every deleted algorithm: its values, its owner. The check of contents reads its content. */
export const checkBin = (look: Look): AsyncGenerator<Finding> =>
  findingsIn(look, 'deleted', {
    *of({ id, ownerId: owner }) {
      look.known.uses('algo', id);
      look.known.uses('user', owner);
      const about = { place: placeOf('deleted', id), owner };
      const isThere = async (ports: LookPorts) => (await deletedNow(ports, id)) !== null;
      if (!isListed(look, owner))
        yield { code: 'bin-without-owner', ...about, ...againWithoutUser(look, owner, isThere) };
      const isTwice = async (ports: LookPorts) => (await recordNow(ports, id)) !== null && (await isThere(ports));
      if (look.known.algos.has(id)) yield { code: 'bin-and-record', ...about, ...again(look, isTwice) };
    },
  });
