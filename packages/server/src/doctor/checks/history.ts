import { hash } from 'node:crypto';
import type { PortableRows } from '@algotheque/domain';
import type { Finding } from '../codes.ts';
import type { Look } from '../look.ts';
import { findingsIn, placeOf, unlessDamaged } from './damaged.ts';
import { againWithoutUser, isListed } from './users.ts';

/** Every entry of the history: its values, its content, its owner. Its algorithm may be there or not. */
export const checkHistory = (look: Look): AsyncGenerator<Finding> =>
  findingsIn(look, 'former', {
    *of(row) {
      const { id, ref, version, ownerId: owner } = row;
      look.known.uses('algo', id);
      look.known.uses('user', owner);
      const about = { place: `${placeOf('former', ref)}: algorithm ${id}, version ${version}`, owner };
      const problem = sourceProblem(row);
      if (problem !== null) yield { code: 'history-damaged', ...about, detail: problem };
      if (isListed(look, owner)) return;
      const isStill = againWithoutUser(look, owner, async ({ history }) => {
        const formers = await unlessDamaged(
          history.list(id, () => {}),
          [],
        );
        return formers.some((former) => former.ref === ref);
      });
      yield { code: 'history-without-owner', ...about, ...isStill };
    },
  });

/** What is wrong with the source code that an entry has. */
function sourceProblem({ ref, content, contentBytes }: PortableRows['former']): string | null {
  const bytes = Buffer.from(content);
  if (!ref.endsWith(hash('sha256', bytes))) return 'The content has another SHA-256';
  return bytes.length === contentBytes ? null : `The content has ${bytes.length} bytes, and not ${contentBytes}`;
}
