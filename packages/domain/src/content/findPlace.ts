import type { RecordPlace } from './contentStore.ts';

/**
 * What the records or the bin have, and which of them; null when neither has it. An algorithm may move from one to the other between two
 * reads, so it asks both twice.
 */
export async function findPlace<Found>(
  inRecords: () => Promise<Found | null>,
  inBin: () => Promise<Found | null>,
): Promise<{ readonly found: Found; readonly place: RecordPlace } | null> {
  for (let times = 0; times < 2; times += 1) {
    for (const [place, find] of [
      ['records', inRecords],
      ['bin', inBin],
    ] as const) {
      const found = await find();
      if (found !== null) return { found, place };
    }
  }
  return null;
}
