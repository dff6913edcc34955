import {
  type Algorithm,
  type ContentProblem,
  contentProblem,
  type DeletedAlgo,
  type FormerAlgo,
  type ReadPorts,
} from '@algotheque/domain';
import type { Finding } from './codes.ts';
import { findingsIn, orIfDamaged, recordName, sizeFinding } from './damaged.ts';
import type { Look } from './look.ts';
import { withoutUser } from './users.ts';

/** Every record of an algorithm: its values, its owner, and the users that it is shared with. */
export const checkAlgos = (look: Look): AsyncGenerator<Finding> =>
  findingsIn(look, 'algo', { of: (algo) => problemsOf(look, algo) });

function* problemsOf(look: Look, algo: Algorithm): Generator<Finding> {
  const { id, ownerId: owner, dateModification: lastChange, permsAlgorithme } = algo;
  look.known.uses('algo', id);
  const about = { place: recordName('algo', id), owner, lastChange };
  const isStill = async (ports: ReadPorts) => (await recordNow(ports, id)) !== null;
  yield* withoutUser(look, owner, { code: 'algo-without-owner', ...about, isStill });
  if (look.known.binned.has(id))
    yield { code: 'bin-and-record', place: recordName('deleted', id), owner, isStill: (ports) => isTwice(ports, id) };
  yield* sizeFinding(look, 'algo', algo);
  for (const { idUtilisateur: user, droits } of permsAlgorithme) {
    const detail = `User ${user} has the right ${droits}`;
    const isStill = (ports: ReadPorts) => isGranted(ports, id, user);
    yield* withoutUser(look, user, {
      code: 'grant-without-user',
      ...about,
      detail,
      isStill,
      mend: removalOf(id, user),
    });
  }
}

/** The record as it is now; null when it is absent or damaged. */
export const recordNow = ({ algos }: ReadPorts, id: number): Promise<Algorithm | null> =>
  orIfDamaged(algos.findById(id), null);

export const deletedNow = ({ bin }: ReadPorts, id: number): Promise<DeletedAlgo | null> =>
  orIfDamaged(bin.find(id), null);

/** Whether there is a record while it is in the bin. A restoration raises the version: two records of one version are one that stayed. */
async function isTwice(ports: ReadPorts, id: number): Promise<boolean> {
  const before = await recordNow(ports, id);
  const isDeleted = (await deletedNow(ports, id)) !== null;
  return isDeleted && before !== null && (await recordNow(ports, id))?.version === before.version;
}

/** As a record, or in the bin. Beside a running server it may move between two reads. */
export const algoNow = async (ports: ReadPorts, id: number): Promise<Algorithm | DeletedAlgo | null> =>
  (await recordNow(ports, id)) ?? (await deletedNow(ports, id)) ?? recordNow(ports, id);

async function isGranted(ports: ReadPorts, id: number, userId: number): Promise<boolean> {
  const grants = (await recordNow(ports, id))?.permsAlgorithme ?? [];
  return grants.some(({ idUtilisateur }) => idUtilisateur === userId);
}

const removalOf =
  (id: number, userId: number): NonNullable<Finding['mend']> =>
  async (mending, ports) => {
    const former = await recordNow(ports, id); // an earlier finding may have changed it
    if (former === null) return 'The record was removed meanwhile';
    const permsAlgorithme = former.permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur !== userId);
    await mending.replace('algo', former, { ...former, permsAlgorithme, version: former.version + 1 });
    return 'The right was taken out of the record';
  };

export const checkBin = (look: Look): AsyncGenerator<Finding> =>
  findingsIn(look, 'deleted', {
    *of(row) {
      const { id, ownerId: owner } = row;
      look.known.binned.add(id);
      look.known.uses('algo', id);
      const isStill = async (ports: ReadPorts) => (await deletedNow(ports, id)) !== null;
      yield* withoutUser(look, owner, { code: 'bin-without-owner', place: recordName('deleted', id), owner, isStill });
      yield* sizeFinding(look, 'deleted', row);
    },
  });

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
        code: 'history-without-owner',
        ...about,
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
