import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeFileDurably } from '@algotheque/domain/files';
import { version } from '../build.ts';
import type { Watch } from '../terminal/progress.ts';
import { ContentPool } from './contentPool.ts';
import { findingsOf } from './form/findings.ts';
import { openFolderBackup } from './form/folderBackup.ts';
import { contentsTally, type ManifestFacts, manifestText } from './form/manifest.ts';
import { MANIFEST } from './form/parts.ts';
import { LeftOut } from './leftOut.ts';
import { type MomentOptions, viewWithContents } from './oneMoment.ts';
import type { Source } from './source.ts';
import { LAST } from './unfinished.ts';
import { writeRows } from './writeRows.ts';

export interface Writing extends MomentOptions, Watch {
  readonly source: Source;
  /** The folder that is filled. What an interrupted run has left in it is used. */
  readonly dir: string;
  /** The folder of a whole backup, whose contents are linked where they have not changed. */
  readonly previous: string | null;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Null: the backup gets no signature. */
  readonly secret: Uint8Array | null;
}

/**
 * Fills a folder with a backup; the manifest is written last. All of it is durable then.
 * @throws StartError for what an operator can repair; the folder has no manifest then
 */
export async function fillBackup(writing: Writing): Promise<ManifestFacts> {
  const { source, dir, previous, signal, now, progress, secret } = writing;
  for (const name of LAST) await rm(join(dir, name), { force: true, recursive: true });
  const pool = new ContentPool(dir, previous);
  const leftOut = new LeftOut();
  const copying = { source, pool, leftOut, signal, progress };
  const moment = await viewWithContents(copying, writing);
  const { view, isOneMoment } = moment;
  try {
    const date = new Date(now()).toISOString();
    const { rows, wanted } = await writeRows(dir, moment, copying);
    await pool.keepOnly(wanted);
    await source.check();
    const contents = contentsTally(pool.sizes);
    const findings = [...(await findingsOf(await openFolderBackup(dir), { date, signal }))];
    const about = { date, release: version, store: storeOf(source), isOneMoment };
    const facts = { ...about, rows, contents, leftOut: leftOut.facts, findings };
    await syncFolder(dir);
    await writeFileDurably(join(dir, MANIFEST), manifestText(facts, secret));
    await syncFolder(dir);
    return facts;
  } finally {
    await view.end();
  }
}

/** The scheme of its URL. */
const storeOf = ({ views: { location } }: Source): string => location.slice(0, location.indexOf(':'));
