import {
  type ContentFiles,
  DamagedError,
  type NamedContent,
  type StoreView,
  UnavailableError,
} from '@algotheque/domain';
import { errorCode } from '../../startError.ts';
import type { Found } from './source.ts';

/** The content that the store itself has, or else its file in the folder, if the content is in one. */
export async function findContent(
  view: StoreView,
  named: NamedContent,
  {
    files,
    locate,
  }: { readonly files: Pick<ContentFiles, 'read'> | null; readonly locate: (named: NamedContent) => string },
): Promise<Found> {
  const where = locate(named);
  try {
    const bytes = (await view.content(named)) ?? (await readFile(files, named));
    if (typeof bytes === 'string') return { problem: `its content ${where} ${bytes}` };
    return bytes === null ? { problem: `its content ${where} is missing or is that of another version` } : { bytes };
  } catch (error) {
    if (error instanceof DamagedError) return { problem: error.message };
    throw error;
  }
}

/** A file that cannot be read is one content that is missing; it does not end the backup of the others. */
async function readFile(
  files: Pick<ContentFiles, 'read'> | null,
  { id, ref }: NamedContent,
): Promise<Uint8Array | string | null> {
  if (files === null) return null;
  try {
    return await files.read(id, ref);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return `cannot be read: ${errorCode(error.cause)}`;
  }
}
