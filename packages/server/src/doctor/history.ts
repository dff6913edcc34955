import { type ContentProblem, contentProblem, type FormerAlgo } from '@algotheque/domain';
import type { Finding } from './codes.ts';
import { findingsIn, orIfDamaged, recordName } from './damaged.ts';
import type { Look } from './look.ts';
import { withoutUser } from './users.ts';

const DETAIL: Readonly<Record<ContentProblem, string>> = {
  missing: 'Its content is missing, or is that of another version',
  damaged: 'Its content has another SHA-256',
  'not JSON': 'Its content is no JSON',
  size: 'Its content has another size',
};

/** Of a backup only the size is known, and the backup has all contents that its rows name. */
async function problemOf({ sizes, content }: Look, row: FormerAlgo): Promise<ContentProblem | null> {
  if (sizes === null) return contentProblem(content, row);
  return sizes(row.ref) === row.contentBytes ? null : 'size';
}

/** Every entry of the history: its values, its content, its owner. Its algorithm may be there or not. */
export const checkHistory = (look: Look): AsyncGenerator<Finding> =>
  findingsIn(look, 'former', {
    async *of(row) {
      const { id, ref, version, ownerId: owner } = row;
      look.known.uses('algo', id);
      const about = { place: `${recordName('former', ref)}: algorithm ${id}, version ${version}`, owner };
      const problem = await problemOf(look, row);
      if (problem !== null) {
        const isStill: Finding['isStill'] = async ({ history }) => (await history.idOf(ref)) !== null;
        yield { code: 'history-damaged', ...about, detail: DETAIL[problem], isStill };
      }
      yield* withoutUser(look, owner, {
        ...{ code: 'history-without-owner', ...about },
        async isStill({ history }) {
          const formers = await orIfDamaged(
            history.list(id, () => {}),
            [],
          );
          return formers.some((former) => former.ref === ref);
        },
      });
    },
  });
