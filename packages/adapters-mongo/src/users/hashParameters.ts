import { hashParametersOf } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { collection } from '../documents/collections.ts';

const MOST = 100;

/**
 * The parameters of hashes, which begin with `$`, from the index of hashes: finds one hash, then the first one with
 * other parameters, and so on.
 */
export async function storedHashParameters(db: Db): Promise<readonly string[]> {
  const known: string[] = [];
  let after = '$';
  for (let looked = 0; looked < MOST; looked += 1) {
    const options = { projection: { mdpHash: 1 }, sort: { mdpHash: 1 } } as const;
    const found = await collection(db, 'users').findOne({ mdpHash: { $gt: after, $lt: '%' }, deleted: false }, options);
    if (found === null) break;
    const parameters = hashParametersOf(found.mdpHash);
    if (parameters !== null) known.push(parameters);
    // `%` follows the `$` at the end of parameters: after all hashes that begin with them.
    after = parameters === null ? found.mdpHash : `${parameters.slice(0, -1)}%`;
  }
  return known;
}
