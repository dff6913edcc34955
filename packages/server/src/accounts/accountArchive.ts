import type { Readable } from 'node:stream';
import type { ExportEntries } from '@algotheque/domain';

export const ARCHIVE_TYPE = 'application/zip';

/** The ZIP of an export, for an operator: without a least rate, because its reader holds no place of a user. */
export async function archiveOf({ entries }: { readonly entries: ExportEntries }): Promise<Readable> {
  const { zipBody } = await import('@algotheque/http-koa'); // other commands start without it
  return zipBody(entries, () => () => {});
}
