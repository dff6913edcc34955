import { hash } from 'node:crypto';
import { DamagedError, type PortableKind, type PortableRows } from '@algotheque/domain';
import type { ReadSide } from '../migrate/side.ts';
import type { Backup } from './form/backup.ts';
import type { Manifest } from './form/manifest.ts';
import { contentName, digestOf, rowsName } from './form/parts.ts';
import { readRows } from './form/readRows.ts';
import { storedRow } from './form/storedRow.ts';

const BATCH = 1_000;

/**
 * A verified backup as the side that a store is filled from.
 * @param hasSessions whether its sessions are restored
 */
export function restoreSide(backup: Backup, { date, contents, rows }: Manifest, hasSessions: boolean): ReadSide {
  const sizes = new Map(backup.files.map(({ name, bytes }) => [name, bytes]));
  return {
    // The same backup resumes under another path too, and another backup does not.
    location: `the backup of ${date} (${hash('sha256', JSON.stringify([contents, rows])).slice(0, 16)})${hasSessions ? '' : ' without sessions'}`,
    portable: {
      countRows: async (kind) => (kind === 'session' && !hasSessions ? 0 : rows[kind].count),
      exportRows: (kind) => (kind === 'session' && !hasSessions ? nothing() : batches(backup, kind)),
    },
    contentStore: {
      async read(id, ref) {
        const name = contentName(digestOf(ref));
        if (!sizes.has(name)) return null;
        const pieces: Uint8Array[] = [];
        for await (const piece of backup.read(name)) pieces.push(piece);
        const bytes = Buffer.concat(pieces);
        if (hash('sha256', bytes) === digestOf(ref)) return bytes;
        throw new DamagedError({ place: name, id, field: null });
      },
      locate: (_id, ref) => `${backup.location}: ${contentName(digestOf(ref))}`,
    },
  };
}

async function* nothing() {}

async function* batches<Kind extends PortableKind>(
  backup: Backup,
  kind: Kind,
): AsyncGenerator<readonly PortableRows[Kind][]> {
  let batch: PortableRows[Kind][] = [];
  for await (const { row } of readRows(kind, backup.read(rowsName(kind)))) {
    const stored = storedRow(kind, row);
    if (stored instanceof DamagedError) throw stored; // the verification has found none
    batch.push(stored);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
