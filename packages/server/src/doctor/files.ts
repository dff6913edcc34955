import { basename } from 'node:path';
import { type HeldFile, moveAside } from '@algotheque/adapters-fs';
import { LEFTOVER_AGE_MS, type ReadPorts } from '@algotheque/domain';
import { algoNow } from './algos.ts';
import type { Finding, FindingCode } from './codes.ts';
import { problemNow } from './contents.ts';
import { orIfDamaged } from './damaged.ts';
import type { StoreLook } from './openLook.ts';

/** What servers, migrations and filesystems have beside content in its folder, which may be the data folder too. */
const OWN_NAMES =
  /^(staging|bin|versions|lost\+found|import|reserve|lock\.(db(-journal|-wal|-shm)?|pid)|(owner-id|secret)(\.partial|\.[0-9a-f]{16}\.new)?|scrub\.json(\.new)?|algotheque\.db(-wal|-shm|-journal)?|outbox|algos)$/;

/** Every file with the name of content: whether an algorithm names it, and whether it has what that names. */
export async function* checkFiles(look: StoreLook): AsyncGenerator<Finding> {
  const { folder } = look;
  if (folder === null || look.otherFolder !== null) return;
  const suspects: HeldFile[] = [];
  let done = 0;
  for await (const file of folder.list()) {
    if ((await problemOf(look, file)) !== null) suspects.push(file);
    done += 1;
    look.reach(done);
  }
  // Looked at twice: a server may just have been between a commit and its file.
  for (const file of suspects) {
    const code = await problemOf(look, file);
    if (code === null || !(await folder.isThere(file))) continue;
    if (file.content.kind !== 'staged' && code === 'file-without-record') look.known.uses('algo', file.content.id);
    const detail = file.foreign === null ? `It has ${file.bytes} bytes` : `It is ${file.foreign}`;
    const mend = async () => `It was moved to ${await moveAside(folder.root, file.path)}`;
    yield { code, place: file.path, detail, lastChange: file.modifiedMs, mend };
  }
  for await (const path of folder.listOthers()) {
    if (!OWN_NAMES.test(basename(path))) yield { code: 'file-unknown', place: path };
  }
}

async function problemOf(look: StoreLook, { content, foreign, modifiedMs }: HeldFile): Promise<FindingCode | null> {
  if (content.kind === 'staged') return stagedProblem(look, content.ref, { foreign, modifiedMs });
  if (foreign !== null) return 'file-foreign';
  if (content.kind === 'former') return (await isNamedRef(look.ports, content.ref)) ? null : 'file-without-record';
  if (look.known.withoutContent.has(content.id)) {
    const algo = await algoNow(look.ports, content.id);
    return algo !== null && (await problemNow(look, algo))?.problem === 'missing' ? 'file-other-version' : null;
  }
  return (await isNamed(look.ports, content.id)) ? null : 'file-without-record';
}

/** Whether there is a record or something in the bin, damaged or not. Twice, as it may move from one to the other. */
async function isNamed({ algos, bin }: ReadPorts, id: number): Promise<boolean> {
  const isThere = async () =>
    (await algos.refOf(id)) !== null ||
    (await orIfDamaged(algos.findById(id), 'damaged')) !== null ||
    (await orIfDamaged(bin.find(id), 'damaged')) !== null;
  return (await isThere()) || isThere();
}

async function stagedProblem(
  { ports, now }: StoreLook,
  ref: string,
  { foreign, modifiedMs }: Pick<HeldFile, 'foreign' | 'modifiedMs'>,
): Promise<FindingCode | null> {
  if (now() - modifiedMs < LEFTOVER_AGE_MS) return null;
  if (foreign !== null) return 'file-foreign';
  return (await isNamedRef(ports, ref)) ? null : 'staged-leftover';
}

/** Whether anything names this content. The history is asked last, because a change moves it there. */
const isNamedRef = async ({ algos, bin, history }: ReadPorts, ref: string): Promise<boolean> =>
  (await orIfDamaged(algos.findByRef(ref), 'damaged')) !== null ||
  (await bin.idOf(ref)) !== null ||
  (await history.idOf(ref)) !== null;
