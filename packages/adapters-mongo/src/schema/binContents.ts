import { hash } from 'node:crypto';
import { completeBounds, DamagedError, intact, type OnDamaged, type SeparateContentStore } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { MONGO_BOUNDS } from '../bounds.ts';
import type { Commands } from '../connection/commands.ts';
import { mongoContentStore } from '../content/contentStore.ts';
import { BIN_BY_ID, BINNED, type BinDocument } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { listing } from '../documents/listing.ts';
import { StoreAbsentError } from '../errors.ts';
import { binOf } from '../history/binDocuments.ts';
import { type ContentClaim, recordedPlace } from './contentPlace.ts';

/** Contents that are held at once. */
const PAGE = 20;

type Contents = Pick<SeparateContentStore, 'stage' | 'publish' | 'discard'>;

interface InDocument {
  readonly id: number;
  readonly ref: string;
  readonly bytes: Uint8Array;
}

/**
 * Moves the contents that schema version 12 and older had in the documents of the bin to where the contents of records are, each under a new reference. A
 * kill leaves documents that a repetition moves, and staged contents that are settled as those of records are. A damaged content stays; `onDamaged` gets it.
 * @param open opens the store of contents; it is called if there is something to move
 */
export async function moveBinContents(
  commands: Commands,
  open: () => Promise<Contents>,
  onDamaged: OnDamaged,
): Promise<void> {
  const what = 'bin.moveContents';
  let contents: Contents | null = null;
  for (let after = 0; ; ) {
    const page = await listing(commands, { what, onDamaged }, async (db, tell) => {
      const found = await pageOf(db, after);
      return { last: found.at(-1)?._id, some: intact(found, inDocumentOf, { onDamaged: tell }) };
    });
    if (page.last === undefined) return;
    contents ??= await open();
    for (const one of page.some) await move(commands, contents, one);
    after = page.last;
  }
}

function pageOf(db: Db, after: number): Promise<BinDocument[]> {
  const projection = { 'deleted.ref': true, 'deleted.bytes': true } as const;
  const options = { projection, sort: { _id: 1 }, limit: PAGE, hint: BIN_BY_ID } as const;
  return binOf(db)
    .find({ _id: { $gt: after }, ...BINNED, 'deleted.bytes': { $exists: true } }, options)
    .toArray();
}

/** @throws DamagedError */
function inDocumentOf(document: BinDocument): InDocument {
  const top = fieldsOf('algos', document);
  const fields = top.embedded('deleted');
  const [id, ref, bytes] = [top.integer('_id'), fields.text('ref'), fields.bytes('bytes')];
  if (ref.endsWith(hash('sha256', bytes))) return { id, ref, bytes };
  throw new DamagedError({ place: 'algos', id: String(id), field: 'deleted.bytes' }, 'it does not have its SHA-256');
}

/** A server that has moved the content meanwhile has given the document another reference. */
async function move(commands: Commands, contents: Contents, { id, ref, bytes }: InDocument): Promise<void> {
  const staged = await contents.stage(bytes, null);
  const isMoved = await commands.run('bin.moveContent', async (db) => {
    const update = { $set: { 'deleted.ref': staged }, $unset: { 'deleted.bytes': true } } as const;
    return (await binOf(db).updateOne({ _id: id, 'deleted.ref': ref }, update)).matchedCount === 1;
  });
  await (isMoved ? contents.publish(id, staged) : contents.discard(staged));
}

/**
 * The store of the contents that a server claims to use. Without a claim that of the database, if the contents are there.
 * @throws StoreAbsentError when they are in a folder that is not known
 */
export async function claimedContents(
  commands: Commands,
  claim: ContentClaim | undefined,
  processId: string,
): Promise<Contents> {
  if (claim !== undefined && claim !== 'mongodb' && claim.openStore !== undefined) return claim.openStore();
  const place = claim ?? (await commands.repeat('meta.files', recordedPlace)) ?? 'store';
  if (typeof place === 'object')
    throw new StoreAbsentError(
      'The MongoDB database has contents that belong into the folder of its server: start that server once.',
    );
  const bounds = completeBounds(MONGO_BOUNDS);
  return mongoContentStore({ ...commands, health: async () => {} }, { bounds, now: Date.now, processId });
}
