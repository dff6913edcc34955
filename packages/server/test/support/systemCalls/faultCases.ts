import { CALLS, type Call, type FaultRule, SHORT_WRITE } from '../../../../../test/support/faults/faultLibrary.ts';

/** Where the calls of a request are. */
const PLACES = ['/algotheque.db', '/outbox', '/algos'] as const;

const ERRNO = { EIO: 5, EACCES: 13, EMFILE: 24, ENOSPC: 28 };
type Errno = keyof typeof ERRNO;

/** How a call of each kind may fail. */
const WAYS: Readonly<Record<Call, readonly Errno[]>> = {
  open: ['EIO', 'ENOSPC', 'EMFILE', 'EACCES'],
  read: ['EIO'],
  write: ['EIO', 'ENOSPC'],
  fsync: ['EIO', 'ENOSPC'],
  ftruncate: ['EIO'],
  stat: ['EIO', 'EACCES'],
  rename: ['EIO', 'ENOSPC', 'EACCES'],
  link: ['EIO', 'ENOSPC', 'EACCES'],
  unlink: ['EIO', 'EACCES'],
  mkdir: ['EIO', 'ENOSPC', 'EACCES'],
};

export interface FaultCase {
  readonly name: string;
  readonly rules: readonly FaultRule[];
}

/** Rules that record every call, and let it pass. */
export const watching = (dir: string, places: readonly string[] = PLACES): FaultRule[] =>
  CALLS.flatMap((call) => places.map((place) => ({ call, path: dir + place, errno: 0 })));

/**
 * Each call failing in each way, once, and from then on.
 * @param calls as `watching` has recorded them
 * @param places ends of paths after `dir`
 */
export function faultCases(calls: readonly string[], dir: string, places: readonly string[] = PLACES): FaultCase[] {
  return CALLS.flatMap((call) =>
    places.flatMap((place) => {
      const count = calls.filter((line) => line.startsWith(`${call} ${dir}${place}`)).length;
      return Array.from({ length: count }, (_, skip) => casesAt({ call, path: dir + place, skip }, place)).flat();
    }),
  );
}

function casesAt(at: Pick<FaultRule, 'call' | 'path' | 'skip'>, place: string): FaultCase[] {
  const { call, skip = 0 } = at;
  const name = (how: string) => `${call} ${skip + 1} at ${place}: ${how}`;
  const errors = WAYS[call].flatMap((code): FaultCase[] => {
    const rule = { ...at, errno: ERRNO[code] };
    const once = { name: name(code), rules: [{ ...rule, count: 1 }] };
    return [once, { name: name(`${code} from then on`), rules: [rule] }];
  });
  if (call !== 'write') return errors;
  const half = { ...at, count: 1, errno: SHORT_WRITE };
  const full = { ...at, errno: ERRNO.ENOSPC };
  return [
    ...errors,
    { name: name('half of the data'), rules: [half] },
    { name: name('half of the data, then ENOSPC'), rules: [half, full] },
  ];
}
