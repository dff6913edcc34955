import type { Writable } from 'node:stream';
import { version } from '../build.ts';
import { closingAfter } from '../closing.ts';
import type { SidePlace } from '../places.ts';
import type { Watch } from '../terminal/progress.ts';
import type { Copying } from './contents.ts';
import { findingsOf } from './form/findings.ts';
import { type BackupFacts, FORM } from './form/lines.ts';
import { LeftOut } from './leftOut.ts';
import { type MomentOptions, viewWithContents } from './oneMoment.ts';
import { fileOutput, type Output, streamOutput } from './output.ts';
import { WrittenRows } from './rows.ts';
import { openBackupSource } from './source.ts';
import { BackupWriter } from './writer.ts';

export interface BackupOrder extends MomentOptions, Watch {
  readonly place: SidePlace;
  readonly now?: () => number;
  /** Signs the backup: the secret of the service. Null: it has no signature. */
  readonly secret: Uint8Array | null;
}

export interface Made {
  readonly path: string;
  readonly facts: BackupFacts;
}

/** @throws StartError for what an operator can repair; then there is no file */
export function backupTo(target: string | Writable, order: BackupOrder): Promise<Made> {
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
  await writer.head({ algotheque: 'backup', form: FORM, ...about });
  const moment = await viewWithContents(copying, order);
  try {
    const rowsOf = { moment: isoDate(now()), isOneMoment: moment.isOneMoment };
    await writer.moment(rowsOf);
    const rows = new WrittenRows(moment, copying);
    const sizes = (ref: string): number | null => writer.size(ref);
    const findings = [...(await findingsOf({ rows, date: rowsOf.moment, sizes }))]; // which reads all rows
    await source.check();
    return { ...about, ...rowsOf, ...(await writer.end({ leftOut: leftOut.facts, findings }, secret)) };
  } finally {
    await moment.view.end();
  }
}

const isoDate = (ms: number): string => new Date(ms).toISOString();

const schemeOf = (location: string): string => location.slice(0, location.indexOf(':'));
