import {
  type Algorithm,
  type ContentProblem,
  contentProblem,
  type DeletedAlgo,
  UnavailableError,
} from '@algotheque/domain';
import { isSystemError } from '@algotheque/domain/files';
import { algoNow, deletedNow, recordNow } from './algos.ts';
import type { Finding, FindingCode } from './codes.ts';
import { recordName } from './damaged.ts';
import type { Look } from './look.ts';
import type { StoreLook } from './openLook.ts';

const AT_ONCE = 8;

const CODE_OF: Readonly<Record<ContentProblem | 'unreadable', FindingCode>> = {
  missing: 'content-missing',
  damaged: 'content-damaged',
  'not JSON': 'content-not-json',
  size: 'content-size',
  unreadable: 'content-unreadable',
};

/** Reads the content of every record and of all that is in the bin: its digest, its form, its size. */
export async function* checkContents(look: StoreLook): AsyncGenerator<Finding> {
  if (look.otherFolder !== null) return;
  let done = 0;
  for await (const batch of allAlgos(look)) {
    for (let start = 0; start < batch.length; start += AT_ONCE) {
      const some = batch.slice(start, start + AT_ONCE);
      const found = await Promise.all(some.map((algo) => problemNow(look, algo)));
      for (const problem of found) if (problem !== null) yield findingOf(look, problem);
      done += some.length;
      look.reach(done);
    }
  }
}

async function* allAlgos({ portable }: Look): AsyncGenerator<readonly (Algorithm | DeletedAlgo)[]> {
  yield* portable.exportRows('algo', () => {});
  yield* portable.exportRows('deleted', () => {});
}

interface Problem {
  readonly algo: Algorithm | DeletedAlgo;
  readonly problem: ContentProblem | 'unreadable';
  readonly detail: string | null;
}

/** What is wrong with the content of an algorithm as it is now: a server may have changed it since it was listed. */
export async function problemNow(look: StoreLook, listed: Problem['algo']): Promise<Problem | null> {
  for (let algo = listed; ; ) {
    const found = await problemOf(look, algo);
    if (found === null) return null;
    const current = await algoNow(look.ports, algo.id);
    if (current === null) return null; // removed meanwhile; damage is reported by the check of records
    if (current.ref === algo.ref && current.contentBytes === algo.contentBytes) return { ...found, algo: current };
    algo = current;
  }
}

async function problemOf(look: StoreLook, algo: Problem['algo']): Promise<Problem | null> {
  try {
    const problem = await contentProblem(look.content, algo);
    return problem === null ? null : { algo, problem, detail: null };
  } catch (error) {
    const cause = error instanceof UnavailableError ? error.cause : null;
    if (look.folder === null || !isSystemError(cause)) throw error; // the database is out of reach
    return { algo, problem: 'unreadable', detail: cause.message };
  }
}

function findingOf(look: Look, { algo, problem, detail }: Problem): Finding {
  const { id, ref, ownerId: owner, dateModification: lastChange } = algo;
  if (problem === 'missing') look.known.withoutContent.add(id);
  const place = `${recordName('dateSuppression' in algo ? 'deleted' : 'algo', id)}: ${look.content.locate(id, ref)}`;
  return {
    code: CODE_OF[problem],
    place,
    owner,
    lastChange,
    detail,
    ...(problem === 'size' && { mend: sizeOf(look, algo) }),
  };
}

const sizeOf =
  ({ content }: Look, { id, ref }: Problem['algo']): NonNullable<Finding['mend']> =>
  async (mending, ports) => {
    const [record, deleted] = [await recordNow(ports, id), await deletedNow(ports, id)];
    const contentBytes = (await content.read(id, ref))?.length;
    if ((record ?? deleted) === null || contentBytes === undefined)
      return 'The record or its content was removed meanwhile';
    if (record !== null) await mending.replace('algo', record, { ...record, contentBytes });
    else if (deleted !== null) await mending.replace('deleted', deleted, { ...deleted, contentBytes });
    return `The size was set to ${contentBytes} bytes`;
  };
