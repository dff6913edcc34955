import { basename } from 'node:path';
import { type ContentFolderReader, type HeldFile, moveAside } from '@algotheque/adapters-fs';
import { LEFTOVER_AGE_MS } from '@algotheque/domain';
import type { Finding, FindingCode } from '../codes.ts';
import { type LookPorts, mendBy, type StoreLook } from '../look.ts';
import { algoNow } from './algos.ts';
import { problemNow } from './contents.ts';
import { unlessDamaged } from './damaged.ts';

/** What servers, migrations and filesystems have beside content in its folder, which may be the data folder too. */
const OWN_NAMES =
  /^(staging|lost\+found|import|reserve|lock\.(db(-journal|-wal|-shm)?|pid)|(owner-id|secret)(\.partial|\.[0-9a-f]{16}\.new)?|accounts\.sock|scrub\.json(\.new)?|algotheque\.db(-wal|-shm|-journal)?|outbox|spool|algos)$/;

/** Every file with the name of content: whether an algorithm names it, and whether it has what that names. */
export async function* checkFiles(look: StoreLook): AsyncGenerator<Finding> {
  const { folder } = look;
  if (folder === null || look.otherFolder !== null) return;
  let done = 0;
  for await (const file of folder.list()) {
    const code = await problemOf(look, folder, file);
    done += 1;
    look.reach(done);
    if (code === null || !(await folder.isThere(file))) continue;
    if (file.id !== null && code === 'file-without-record') look.known.uses('algo', file.id);
    const detail = file.foreign === null ? `It has ${file.bytes} bytes` : `It is ${file.foreign}`;
    const moved = mendBy(look, async () => `It was moved to ${await moveAside(folder.root, file.path)}`);
    yield { code, place: file.path, detail, lastChange: file.modifiedMs, ...moved };
  }
  for await (const path of folder.listOthers()) {
    if (!OWN_NAMES.test(basename(path))) yield { code: 'file-unknown', place: path };
  }
}

function problemOf(look: StoreLook, folder: ContentFolderReader, file: HeldFile): Promise<FindingCode | null> {
  return file.id === null ? stagedProblem(look, file) : publishedProblem(look, folder, { ...file, id: file.id });
}

async function publishedProblem(
  look: StoreLook,
  folder: ContentFolderReader,
  { id, foreign }: HeldFile & { readonly id: number },
): Promise<FindingCode | null> {
  if (foreign !== null) return 'file-foreign';
  if (look.content.isUnwritten?.(id) === true) return null; // a server will write or remove the file
  if (look.known.withoutContent.has(id)) {
    const algo = await algoNow(look.ports, id);
    return algo !== null && (await problemNow(look, algo))?.problem === 'missing' ? 'file-other-version' : null;
  }
  // A deletion removes the record and leaves a row at once, and removes the row after the file.
  const isNeeded =
    (await isNamed(look.ports, id)) || look.content.isUnwritten?.(id) === true || (await folder.isAnnounced(id));
  return isNeeded ? null : 'file-without-record';
}

/** Whether there is a record or something in the bin, damaged or not. Twice, as it may move from one to the other. */
async function isNamed({ algos, bin }: LookPorts, id: number): Promise<boolean> {
  const isThere = async () =>
    (await algos.refOf(id)) !== null ||
    (await unlessDamaged(algos.findById(id), 'damaged')) !== null ||
    (await unlessDamaged(bin.find(id), 'damaged')) !== null;
  return (await isThere()) || isThere();
}

async function stagedProblem(look: StoreLook, { ref, foreign, modifiedMs }: HeldFile): Promise<FindingCode | null> {
  if (ref === null || look.now() - modifiedMs < LEFTOVER_AGE_MS) return null;
  if (foreign !== null) return 'file-foreign';
  const isNamed =
    (await unlessDamaged(look.ports.algos.findByRef(ref), 'damaged')) !== null ||
    (await look.ports.bin.idOf(ref)) !== null;
  return isNamed ? null : 'staged-leftover';
}
