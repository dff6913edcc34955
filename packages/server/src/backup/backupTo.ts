import type { Writable } from 'node:stream';
import { version } from '../build.ts';
import { closingAfter } from '../closing.ts';
import type { SidePlace } from '../places.ts';
import type { Watch } from '../terminal/progress.ts';
import { type Copying, copyContents } from './contents.ts';
import { findingsOf } from './form/findings.ts';
import { type BackupFacts, FORM, type Head, type Moment } from './form/lines.ts';
import { LeftOut } from './leftOut.ts';
import { fileOutput, type Output, streamOutput } from './output.ts';
import { WrittenRows } from './rows.ts';
import { openBackupSource } from './source.ts';
import { BackupWriter } from './writer.ts';

export interface BackupOrder extends Watch {
  readonly place: SidePlace;
  readonly now?: () => number;
  /** Signs the backup: the secret of the service. Null: it has no signature. */
  readonly secret: Uint8Array | null;
}

/** @throws StartError for what an operator can repair; then there is no file */
export function backupTo(target: string | Writable, order: BackupOrder) {
  return closingAfter(async (closing) => {
    const { place, progress, secret } = order;
    const source = await openBackupSource(place, closing);
    const output =
      typeof target === 'string' ? await fileOutput(target, place.contentDir, closing) : streamOutput(target, closing);
    const unsigned = secret === null ? ', without a signature: the settings have no secret' : '';
    progress.note(`Backup of ${source.views.location} to ${output.name}${unsigned}`);
    return { path: output.name, facts: await fill(output, { ...order, source }) };
  });
}

async function fill(
  output: Output,
  { now = Date.now, secret, ...order }: BackupOrder & Pick<Copying, 'source'>,
): Promise<BackupFacts> {
  const { source } = order;
  const writer = new BackupWriter(output);
  const leftOut = new LeftOut();
  const copying = { ...order, writer, leftOut };
  const about = { date: isoDate(now()), release: version, store: schemeOf(source.views.location) };
  await writer.line({ algotheque: 'backup', form: FORM, ...about } satisfies Head);
  await copyContents(copying);
  const view = await source.views.take();
  try {
    const moment = isoDate(now());
    await writer.line({ moment } satisfies Moment);
    const rows = new WrittenRows(view, copying);
    const sizes = (ref: string): number | null => writer.size(ref);
    const findings = await findingsOf({ rows, date: moment, sizes }); // which reads all rows
    await source.check();
    const { isOneMoment } = rows;
    const facts = await writer.end({ isOneMoment, leftOut: leftOut.facts, findings: [...findings] }, secret);
    return { ...about, moment, ...facts };
  } finally {
    await view.end();
  }
}

const isoDate = (ms: number): string => new Date(ms).toISOString();

const schemeOf = (location: string): string => location.slice(0, location.indexOf(':'));
