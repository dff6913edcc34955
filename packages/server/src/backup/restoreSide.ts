import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { DamagedError } from '@algotheque/domain';
import type { ReadSide } from '../migrate/side.ts';
import type { Backup } from './form/backup.ts';
import { rowsOf } from './form/backupLook.ts';
import type { Manifest } from './form/manifest.ts';
import { contentName, digestOf } from './form/parts.ts';

interface RestoreSideOptions {
  /** Whether its sessions are restored. */
  readonly hasSessions: boolean;
  /** Ends the reading between two rows, with its reason. */
  readonly signal: AbortSignal;
}

/** A verified backup as the side that a store is filled from. */
export function restoreSide(
  backup: Backup,
  { date, contents, rows }: Manifest,
  { hasSessions, signal }: RestoreSideOptions,
): ReadSide {
  const stored = rowsOf(backup, signal);
  const sizes = new Map(backup.files.map(({ name, bytes }) => [name, bytes]));
  return {
    // The same backup resumes under another path too, and another backup does not.
    location: `the backup of ${date} (${hash('sha256', JSON.stringify([contents, rows])).slice(0, 16)})${hasSessions ? '' : ' without sessions'}`,
    portable: {
      countRows: async (kind) => (kind === 'session' && !hasSessions ? 0 : (rows[kind]?.count ?? 0)),
      exportRows: (kind) => (kind === 'session' && !hasSessions ? nothing() : stored.exportRows(kind)),
    },
    contentStore: {
      async read(id, ref) {
        const name = contentName(digestOf(ref));
        if (!sizes.has(name)) return null;
        const bytes = await buffer(backup.read(name));
        if (hash('sha256', bytes) === digestOf(ref)) return bytes;
        throw new DamagedError({ place: name, id, field: null });
      },
      locate: (_id, ref) => `${backup.location}: ${contentName(digestOf(ref))}`,
    },
  };
}

async function* nothing() {}
