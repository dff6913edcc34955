import type { Db } from 'mongodb';
import { collection, type HistoryDocument } from '../documents/collections.ts';
import { upsertOnce } from '../documents/inserts.ts';

const IS_DELETED = { $gt: ['$dateSuppression', null] };

/**
 * Puts an entry whose `ref` was there a moment ago, as the port says: in one command, because it may be replaced or removed meanwhile. The end that it has then; null if it was
 * removed.
 */
export function putAgain(db: Db, { _id, ...fields }: HistoryDocument): Promise<number | null> {
  const { version, dateSuppression, dateExpiration } = fields;
  // Without an entry `$version` is missing, which is less than every number.
  const replaces = { [dateSuppression === null ? '$lt' : '$lte']: ['$version', version] };
  const laterEnd = { $cond: [{ $isNumber: '$dateExpiration' }, { $add: ['$dateExpiration', 1] }, null] };
  const end = {
    $max: [dateExpiration, { $cond: [IS_DELETED, laterEnd, { $cond: [replaces, null, '$dateExpiration'] }] }],
  };
  const next = { $cond: [replaces, { $literal: fields }, {}] };
  const update = [{ $replaceWith: { $mergeObjects: ['$$ROOT', next, { dateExpiration: end }] } }];
  return upsertOnce(async () => {
    const options = { upsert: true, returnDocument: 'after', projection: { dateExpiration: 1 } } as const;
    const found = await collection(db, 'history').findOneAndUpdate({ _id }, update, {
      ...options,
      includeResultMetadata: true,
    });
    const isThere = found.lastErrorObject?.['updatedExisting'] === true;
    return isThere ? Number(found.value?.dateExpiration) : null;
  });
}
