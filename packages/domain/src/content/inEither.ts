/**
 * What the records or the bin have; null when neither has it. An algorithm may move from one to the other between two reads, so it
 * asks both twice.
 */
export async function inEither<Found>(
  inRecords: () => Promise<Found | null>,
  inBin: () => Promise<Found | null>,
): Promise<Found | null> {
  for (let times = 0; times < 2; times += 1) {
    const found = (await inRecords()) ?? (await inBin());
    if (found !== null) return found;
  }
  return null;
}
