import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PortableKind } from '@algotheque/domain';
import { makeFolder, syncFolder } from '@algotheque/domain/files';
import { sortedJson } from '../migrate/sortedJson.ts';
import type { Copying } from './copyContents.ts';
import type { ManifestFacts, Tally } from './form/manifest.ts';
import { digestOf, rowsName } from './form/parts.ts';
import { type AnyRow, isAlgo, KnownRows } from './knownRows.ts';
import type { Moment } from './oneMoment.ts';
import { rowsWithContent } from './rowsWithContent.ts';

const CHUNK_BYTES = 256 * 1_024;

export interface WrittenRows {
  readonly rows: ManifestFacts['rows'];
  /** The digests of the contents that the algorithms name. */
  readonly wanted: ReadonlySet<string>;
}

/** Writes the rows of a moment, durably. Damaged rows, and algorithms whose content is damaged, are left out. */
export async function writeRows(dir: string, moment: Moment, copying: Copying): Promise<WrittenRows> {
  makeFolder(join(dir, 'rows'));
  const wanted = new Set<string>();
  const known = new KnownRows(moment);
  const write = (kind: PortableKind): Promise<Tally> =>
    writeKind(join(dir, rowsName(kind)), rowsWithContent(kind, { ...moment, copying, known }), wanted);
  // Who is named by rows is read before them, the bin before the algorithms, and deletions after what they delete.
  const rows = {
    user: await write('user'),
    session: await write('session'),
    folder: await write('folder'),
    deleted: await write('deleted'),
    algo: await write('algo'),
    former: await write('former'),
    deletion: await write('deletion'),
    lastId: await write('lastId'),
  };
  await syncFolder(join(dir, 'rows'));
  return { rows, wanted };
}

/** A line of JSON for each row. An existing file is replaced. */
async function writeKind(path: string, rows: AsyncIterable<AnyRow>, wanted: Set<string>): Promise<Tally> {
  const hash = createHash('sha256');
  const tally = { count: 0, bytes: 0 };
  async function* lines(): AsyncGenerator<Buffer> {
    for await (const row of rows) {
      if (isAlgo(row)) wanted.add(digestOf(row.ref));
      const line = Buffer.from(`${sortedJson(row)}\n`);
      hash.update(line);
      tally.count += 1;
      tally.bytes += line.length;
      yield line;
    }
  }
  const file = createWriteStream(path, { mode: 0o600, flush: true, highWaterMark: CHUNK_BYTES });
  await pipeline(lines, file);
  return { ...tally, sha256: hash.digest('hex') };
}
