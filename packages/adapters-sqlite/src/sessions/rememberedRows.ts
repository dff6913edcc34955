import { impossibleInRemembered, type RememberedKey } from '@algotheque/domain';
import { type Row, RowReader } from '../connection/rowReader.ts';

export const REMEMBERED_COLUMNS = ['key', 'until'] as const;

const column = new RowReader('remembered', 'key');

/** @throws DamagedError */
export function rememberedOf(row: Row): RememberedKey {
  const key = row['key'] instanceof Uint8Array ? Buffer.from(row['key']).toString('hex') : '';
  const shown = { ...row, key };
  return column.possible(shown, { key, until: column.integer(shown, 'until') }, impossibleInRemembered);
}
