import { keepAside } from '@algotheque/adapters-fs';
import type { PortableKind, StoreCheck } from '@algotheque/domain';
import { checkAlgos, checkBin, checkHistory } from './algos.ts';
import type { Finding } from './codes.ts';
import { checkContents } from './contents.ts';
import { checkCounters } from './counters.ts';
import { findingsIn } from './damaged.ts';
import { checkFiles } from './files.ts';
import type { Look } from './look.ts';
import type { StoreLook } from './openLook.ts';
import { checkDeletions, checkFolders, checkSessions, checkUsers } from './users.ts';

/** Reads a part of a store, and yields what is wrong in it. */
export interface DoctorCheck {
  readonly name: string;
  /** The records that it reads one by one. */
  readonly rows?: readonly PortableKind[];
  readonly run: (look: StoreLook) => AsyncIterable<Finding>;
}

/** Looks at records alone, so that it can look through a backup too. */
interface RecordCheck extends DoctorCheck {
  readonly isOfRecords: true;
  readonly run: (look: Look) => AsyncIterable<Finding>;
}

const valuesOf =
  (kind: 'remembered' | 'mail' | 'event') =>
  (look: Look): AsyncGenerator<Finding> =>
    findingsIn(look, kind, { of: () => [] });

/**
 * The checks of records and contents, in their order, which is that of the rows of a backup: later ones use what earlier ones have read.
 */
const RECORDS: readonly (DoctorCheck | RecordCheck)[] = [
  { name: 'owner-id', run: checkOwnerId },
  { name: 'deletions', isOfRecords: true, run: checkDeletions },
  { name: 'users', isOfRecords: true, rows: ['user'], run: checkUsers },
  { name: 'sessions', isOfRecords: true, rows: ['session'], run: checkSessions },
  { name: 'remembered', isOfRecords: true, rows: ['remembered'], run: valuesOf('remembered') },
  { name: 'folders', isOfRecords: true, rows: ['folder'], run: checkFolders },
  { name: 'bin', isOfRecords: true, rows: ['deleted'], run: checkBin },
  { name: 'algorithms', isOfRecords: true, rows: ['algo'], run: checkAlgos },
  { name: 'contents', rows: ['algo', 'deleted'], run: checkContents },
  { name: 'history', isOfRecords: true, rows: ['former'], run: checkHistory },
  { name: 'mails', isOfRecords: true, rows: ['mail'], run: valuesOf('mail') },
  { name: 'events', isOfRecords: true, rows: ['event'], run: valuesOf('event') },
];

/** The checks that come after those of the store itself. */
const LAST: readonly (DoctorCheck | RecordCheck)[] = [
  { name: 'files', run: checkFiles },
  { name: 'ids', isOfRecords: true, run: checkCounters },
  { name: 'links', run: checkLinks },
];

/** The checks that a backup has to pass as well as a store. */
export const RECORD_CHECKS: readonly RecordCheck[] = [...RECORDS, ...LAST].filter(
  (check): check is RecordCheck => 'isOfRecords' in check,
);

/** All checks of a store in their order, with those that its driver has. */
export function checksOf({ storeChecks }: StoreLook): readonly DoctorCheck[] {
  const [first, others] = [storeChecks.filter(({ isFirst }) => isFirst), storeChecks.filter(({ isFirst }) => !isFirst)];
  return [...first.map(ofStore), ...RECORDS, ...others.map(ofStore), ...LAST];
}

const ofStore = (check: StoreCheck): DoctorCheck => ({
  name: check.name,
  run({ mending, now, reach }) {
    const keep = mending === null ? null : (name: string, bytes: Uint8Array) => keepAside(mending.root, name, bytes);
    return check.run({ keepAside: keep, now, reach });
  },
});

/** Whether database and folder of content belong together, by the id that both keep. */
async function* checkOwnerId({ folder, otherFolder }: StoreLook): AsyncGenerator<Finding> {
  if (folder === null || otherFolder === null) return;
  yield { code: 'owner-id', place: folder.root, detail: otherFolder };
}

async function* checkLinks({ localLinks }: StoreLook): AsyncGenerator<Finding> {
  if (localLinks !== null) yield { code: 'links-local', place: 'the settings', detail: localLinks };
}
