import { applied, type FileChange, type RecordedFile, SECTOR } from './recordedFile.ts';
import { keptSteps, type Names, named, type RecordedNames } from './recordedNames.ts';

/** What a power loss keeps of that which is not synced. */
export interface Loss {
  names(names: RecordedNames): Names;
  bytes(file: RecordedFile): Uint8Array;
}

/** A number from 0 up to 1, the same sequence for the same seed. */
export type Random = () => number;

const allNames = (names: RecordedNames) => named(names.durable, names.pending);
const noNames = (names: RecordedNames) => names.durable;
const allBytes = (file: RecordedFile) => applied(file.durable, file.pending);
const noBytes = (file: RecordedFile) => file.durable;

/**
 * The file has its new size, and none of its new data: the system has written what describes the file first. This concerns only
 * the room that is new to the file; what is written over durable bytes leaves them as they are.
 */
const sized = (fill: number) => (file: RecordedFile) =>
  applied(
    file.durable,
    file.pending.map((change) => {
      if ('size' in change) return change;
      const from = Math.min(Math.max(change.at, file.durable.length), change.at + change.data.length);
      return { at: from, data: new Uint8Array(change.at + change.data.length - from).fill(fill) };
    }),
  );

/** Only the first sectors of the last write have reached the disk. */
const torn = (random: Random) => (file: RecordedFile) => {
  const last = file.pending.at(-1);
  if (last === undefined || 'size' in last) return allBytes(file);
  // Sectors are those of the disk: the write may begin inside one.
  const end = Math.floor((last.at + random() * last.data.length) / SECTOR) * SECTOR;
  const data = last.data.subarray(0, Math.max(0, end - last.at));
  return applied(file.durable, [...file.pending.slice(0, -1), { at: last.at, data }]);
};

/** Each sector of each write has reached the disk or not. */
const someBytes = (random: Random) => (file: RecordedFile) => {
  const kept = random();
  return applied(
    file.durable,
    file.pending.flatMap((change) => sectorsOf(change).filter(() => random() < kept)),
  );
};

function sectorsOf(change: FileChange): FileChange[] {
  if ('size' in change) return [change];
  const { at, data } = change;
  const parts: FileChange[] = [];
  for (let from = at; from < at + data.length; ) {
    const to = Math.min((Math.floor(from / SECTOR) + 1) * SECTOR, at + data.length);
    parts.push({ at: from, data: data.subarray(from - at, to - at) });
    from = to;
  }
  return parts;
}

/** The first steps of each name, more or less of them. */
const someNames = (random: Random) => (names: RecordedNames) => {
  const kept = random();
  return named(names.durable, keptSteps(names.pending, { keysOf: 'names', isKept: () => random() < kept }));
};

/** The first steps of each folder, as a journal of its own has them. */
const firstNames = (random: Random) => (names: RecordedNames) => {
  const lost = random();
  return named(names.durable, keptSteps(names.pending, { keysOf: 'folders', isKept: () => random() >= lost }));
};

export const LOSSES: Readonly<Record<string, (random: Random) => Loss>> = {
  'nothing that is not synced': () => ({ names: noNames, bytes: noBytes }),
  everything: () => ({ names: allNames, bytes: allBytes }),
  'names without data': () => ({ names: allNames, bytes: noBytes }),
  'names and sizes, and zeros': () => ({ names: allNames, bytes: sized(0) }),
  'names and sizes, and other bytes': () => ({ names: allNames, bytes: sized(0xa5) }),
  'data without names': () => ({ names: noNames, bytes: allBytes }),
  'a torn last write': (random) => ({ names: allNames, bytes: torn(random) }),
  'some names, all data': (random) => ({ names: someNames(random), bytes: allBytes }),
  'some names, no data': (random) => ({ names: someNames(random), bytes: noBytes }),
  'some sectors, all names': (random) => ({ names: allNames, bytes: someBytes(random) }),
  'some sectors, the first names': (random) => ({ names: firstNames(random), bytes: someBytes(random) }),
  'some sectors, some names': (random) => ({ names: someNames(random), bytes: someBytes(random) }),
};

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
