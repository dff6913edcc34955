import { DamagedError, type DamagedRecord, type OnDamaged } from '@algotheque/domain';
import { equal, rejects } from './assert.ts';

type Call = () => Promise<unknown>;

/** The call rejects with a DamagedError that names the record. */
export async function rejectsDamaged(call: Call, expected: DamagedRecord, what: string): Promise<void> {
  const { place, id, field } = await rejects(call, DamagedError, what);
  equal({ place, id, field }, { ...expected, id: String(expected.id) }, `${what}: the record that is named`);
}

/** The list has all rows except the damaged one, which it reports once. Without `onDamaged` it rejects. */
export async function leavesOut<Row>(
  list: (onDamaged?: OnDamaged) => Promise<Row>,
  { rows, damaged }: { readonly rows: Row; readonly damaged: DamagedRecord },
): Promise<void> {
  const reported: DamagedRecord[] = [];
  equal(await list(({ place, id, field }) => void reported.push({ place, id, field })), rows, 'what is listed');
  equal(reported, [{ ...damaged, id: String(damaged.id) }], 'damaged records that were told of');
  await rejectsDamaged(() => list(), damaged, 'the list for somebody who is not told');
}
