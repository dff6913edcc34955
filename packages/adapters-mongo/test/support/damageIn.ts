import type { DamagedRecord } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { binOf } from '../../src/algos/binDocuments.ts';
import { BINNED } from '../../src/documents/collections.ts';

/** The field that is damaged by default in a document: one that no query selects by. */
const FIELDS = {
  users: 'dateInscription',
  algos: 'nom',
  history: 'nom',
  folderTrees: 'folders',
  tokens: 'dateCreation',
  deletions: 'date',
  mails: 'version',
  events: 'address',
  contents: 'bytes',
};
const OF_WRONG_TYPE = { idUtilisateur: 2 };

/** The damage: the value of a field, or any damage. */
interface Damage {
  readonly field?: string | undefined;
  readonly value?: unknown;
}

/** Damages the document with this `_id`, past the adapter: in the one collection that has it. */
export async function damageIn(
  db: Db,
  id: string | number,
  { field, value = OF_WRONG_TYPE }: Damage = {},
): Promise<DamagedRecord> {
  for (const [place, usual] of Object.entries(FIELDS)) {
    const damaged = `${await prefixOf(db, place, id)}${field ?? usual}`;
    const update = { $set: { [damaged]: value } };
    const { matchedCount } = await db.collection<{ _id: string | number }>(place).updateOne({ _id: id }, update);
    if (matchedCount === 1) return { place, id: place === 'tokens' ? String(id).slice(0, 8) : id, field: damaged };
  }
  throw new Error(`Nothing is there under ${id}`);
}

/** The fields of a deleted algorithm are in one field of its document. */
async function prefixOf(db: Db, place: string, id: string | number): Promise<string> {
  const isInBin = place === 'algos' && (await binOf(db).findOne({ _id: Number(id), ...BINNED })) !== null;
  return isInBin ? 'deleted.' : '';
}
